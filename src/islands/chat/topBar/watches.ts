import { searchFramePath } from '#domain/chat/chatPaths.ts';
import type { Language } from '#domain/languages/languages.ts';
import { keepFocus } from '#islands/chat/topBar/keptFocus.ts';
import { watchAccount } from '#stores/account/accountWatch.ts';
import { watchLiveChanges } from '#stores/chat/liveChanges.ts';
import { watchKeptQuestions } from '#stores/chat/keptQuestions.ts';
import { watchModels } from '#stores/chat/modelWatch.ts';

/**
 * Watches the balance, the models, other devices, unsent questions, the keyboard and the focus, and preloads the frame of
 * the search.
 * Returns an unsubscribe function.
 */
export function watchAll(language: Language): () => void {
  preloadSearchFrame();
  const endings = [
    keepFocus(),
    watchAccount(),
    watchModels(language),
    watchKeyboard(),
    watchLiveChanges(),
    watchKeptQuestions(),
  ];
  return () => {
    for (const end of endings) end?.();
  };
}

/** Not in the page's HTML, where it took one of the six connections of the scripts that the message box waits for. */
function preloadSearchFrame(): void {
  const hint = { rel: 'prefetch', as: 'document', href: searchFramePath };
  if (document.head.querySelector(`link[href="${searchFramePath}"]`)) return;
  document.head.append(Object.assign(document.createElement('link'), hint));
}

/** A smaller covered height, in pixels, is a bar of the browser. */
const minKeyboardHeight = 80;

/**
 * In Safari a virtual keyboard covers the page and does not make it shorter. This sets the height of the chat area to
 * the uncovered part. A page that is zoomed in keeps its height.
 */
function watchKeyboard(): (() => void) | undefined {
  const view = window.visualViewport;
  if (!view) return undefined;
  const page = document.documentElement;
  const fit = (): void => {
    const covered = page.clientHeight - view.height;
    if (view.scale > 1.01 || covered < minKeyboardHeight) {
      page.style.removeProperty('--chat-height');
      return;
    }
    page.style.setProperty('--chat-height', `${Math.round(view.height)}px`);
    // The browser has scrolled the page to show the field. Now the field is visible without scrolling.
    window.scrollTo(0, 0);
  };
  view.addEventListener('resize', fit);
  return () => {
    view.removeEventListener('resize', fit);
    page.style.removeProperty('--chat-height');
  };
}
