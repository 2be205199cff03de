import { $scrollTarget } from '#stores/chat/shownBranch.ts';
import { messageAnchor } from '#stores/thread/messageRows.ts';
import { $messages } from '#stores/thread/thread.ts';
import { useStore } from '@nanostores/react';
import { type RefObject, useEffect, useRef } from 'react';

/** How long the message is highlighted. */
const markedMilliseconds = 2_500;

/** Scrolls to the requested message. Without a scroller the virtual list does it. */
export function useScrollTarget(scroller: RefObject<HTMLElement | null> | undefined): void {
  const target = useStore($scrollTarget);
  const done = useRef(0);
  useEffect(() => {
    if (!scroller || !target || target.isQuiet || done.current === target.count) return;
    const id = $messages.get().find(({ key }) => key === target.key)?.id;
    if (id === undefined) return;
    done.current = target.count;
    scrollToMessage(messageAnchor + id);
  }, [target, scroller]);
}

/** Scrolls to a message in the page, highlights it for a moment, and focuses it. */
export function scrollToMessage(anchor: string | undefined): void {
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
  if (focused instanceof HTMLTextAreaElement || focused instanceof HTMLInputElement) return false;
  return !document.getElementById('sidebar')?.contains(focused);
}
