import { fetchCode } from '#stores/browser/newVersion.ts';
import { useText } from '#islands/shared/text.tsx';
import { whenIdle } from '#islands/shared/whenIdle.ts';
import { watchActivity } from '#stores/conversations/activity.ts';
import { watchAccount } from '#stores/account/accountWatch.ts';
import { watchConnection } from '#stores/browser/connection.ts';
import { useEffect } from 'react';

/** Watches the connection, the balance, the models, other devices and the keyboard while the chat area is open. */
export function useWatches(): void {
  const { language } = useText();
  useEffect(watchConnection, []);
  useEffect(watchAccount, []);
  useEffect(
    () =>
      watchLater(async () => {
        const { watchModels } = await import('#stores/chat/modelWatch.ts');
        return () => watchModels(language);
      }),
    [language],
  );
  useEffect(watchKeyboard, []);
  useEffect(watchActivity, []);
  useEffect(
    () => watchLater(async () => (await import('#stores/chat/liveChanges.ts')).watchLiveChanges),
    [],
  );
}

type Watch = () => () => void;

/** Begins a watch whose code is fetched when the page is idle. Returns an unsubscribe function. */
function watchLater(load: () => Promise<Watch>): () => void {
  let unwatch: (() => void) | undefined;
  let isOver = false;
  const cancel = whenIdle(() => {
    fetchCode(load).then(
      (watch) => {
        if (!isOver) unwatch = watch();
      },
      // Without it the page is up to date after a reload.
      () => undefined,
    );
  });
  return () => {
    isOver = true;
    cancel();
    unwatch?.();
  };
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
