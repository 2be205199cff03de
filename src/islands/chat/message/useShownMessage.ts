import { messageAnchor, $scrollTarget } from '#stores/thread/shownBranch.ts';
import { $messages } from '#stores/thread/thread.ts';
import { useStore } from '@nanostores/react';
import { type RefObject, useEffect, useRef } from 'react';

/** Milliseconds for which a message that was looked for stands out. */
const markedMilliseconds = 2_500;

/** Brings a message that was asked for into view. Without a scroller somebody else does. */
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

/** Brings a message of the page into view, lets it stand out for a moment, and lets the next key go on from there. */
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
 * Whether the focus may move to the message. It stays in the message box, where a chosen result of the search put it so
 * that the next key writes, and in the list of conversations: the conversation may take a while to come.
 */
function isFocusFree(): boolean {
  const focused = document.activeElement;
  if (focused instanceof HTMLTextAreaElement) return false;
  return !document.getElementById('sidebar')?.contains(focused);
}
