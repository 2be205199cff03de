import { useText } from '#islands/shared/text.tsx';
import { watchAccount } from '#stores/account/accountWatch.ts';
import { watchConnection } from '#stores/browser/connection.ts';
import { watchModels } from '#stores/models/modelWatch.ts';
import { useEffect } from 'react';

/** Watches what changes without anybody's doing while the chat area is open: connection, balance, models, and the window. */
export function useWatches(): void {
  const { language } = useText();
  useEffect(watchConnection, []);
  useEffect(watchAccount, []);
  useEffect(() => watchModels(language), [language]);
  useEffect(watchKeyboard, []);
}

/** Less than this is a bar of the browser. */
const leastKeyboard = 80;

/**
 * Where a virtual keyboard covers the page instead of making it shorter (Safari), the chat area gets as high as what
 * is left. A page that is zoomed in is larger than what is seen of it on purpose, and stays.
 */
function watchKeyboard(): (() => void) | undefined {
  const view = window.visualViewport;
  if (!view) return undefined;
  const page = document.documentElement;
  const fit = (): void => {
    const covered = page.clientHeight - view.height;
    if (view.scale > 1.01 || covered < leastKeyboard) {
      page.style.removeProperty('--chat-height');
      return;
    }
    page.style.setProperty('--chat-height', `${Math.round(view.height)}px`);
    // The browser moved the page to show the field, which is in view now anyway.
    window.scrollTo(0, 0);
  };
  view.addEventListener('resize', fit);
  return () => {
    view.removeEventListener('resize', fit);
    page.style.removeProperty('--chat-height');
  };
}
