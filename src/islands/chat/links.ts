import { splitLanguage } from '#domain/site/urls.ts';
import { isChatPath, openPath } from '#stores/route/route.ts';
import { closeSidebar, leaveSidebar } from '#stores/route/sidebar.ts';

/** Opens a clicked link to the chat area in the same language without loading a page. */
export function openClickedLink(event: MouseEvent): void {
  const link = (event.target as Element).closest('a');
  const modified = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (!link || modified || event.button !== 0 || event.defaultPrevented) return;
  if (link.target === '_blank' || link.origin !== location.origin || link.hash) return;
  if (!isChatPath(link.pathname) || !isSameLanguage(link.pathname)) return;
  event.preventDefault();
  const path = link.pathname + link.search;
  if (path === location.pathname + location.search) closeSidebar();
  else leaveSidebar();
  openPath(path);
  focusScreen();
}

function isSameLanguage(path: string): boolean {
  return splitLanguage(path).language === splitLanguage(location.pathname).language;
}

/** Focuses the message box of a new screen. Without one, or without a keyboard, it focuses the screen's heading. */
export function focusScreen(): void {
  // React renders the screen at the end of this task. The next frame may come late, when the user has already focused
  // something else.
  queueMicrotask(() => {
    const hasKeyboard = matchMedia('(pointer: fine)').matches;
    const box = hasKeyboard ? document.querySelector<HTMLElement>('#message') : null;
    (box ?? document.querySelector<HTMLElement>('main h1'))?.focus();
  });
}
