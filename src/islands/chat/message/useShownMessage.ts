import { messageAnchor, $scrollTarget } from '#stores/thread/shownBranch.ts';
import { $messages } from '#stores/thread/thread.ts';
import { useStore } from '@nanostores/react';
import { type RefObject, useEffect, useRef } from 'react';

/** How long the message is highlighted. */
const markedMilliseconds = 2_500;

/** Scrolls to the message that the user wants to see. Without a scroller the virtual list does it. */
export function useShownMessage(scroller: RefObject<HTMLElement | null> | undefined): void {
  const shown = useStore($scrollTarget);
  const done = useRef(0);
  useEffect(() => {
    if (!scroller || !shown || done.current === shown.count) return;
    const id = $messages.get().find(({ key }) => key === shown.key)?.id;
    if (id === undefined) return;
    done.current = shown.count;
    markShown(messageAnchor + id);
  }, [shown, scroller]);
}

/** Scrolls to a message in the page, highlights it for a moment, and focuses it. */
export function markShown(anchor: string | undefined): void {
  const element = anchor === undefined ? null : document.getElementById(anchor);
  if (!element) return;
  element.scrollIntoView({ block: 'center' });
  element.classList.add('message-shown');
  setTimeout(() => element.classList.remove('message-shown'), markedMilliseconds);
  element.tabIndex = -1;
  if (isFocusFree()) element.focus({ preventScroll: true });
}

/**
 * Whether the focus may move to the message. It stays in the message box, which opening a search result focuses, and in
 * the list of conversations, which the user may have entered while the conversation was loading.
 */
function isFocusFree(): boolean {
  const focused = document.activeElement;
  if (focused instanceof HTMLTextAreaElement) return false;
  return !document.getElementById('sidebar')?.contains(focused);
}
