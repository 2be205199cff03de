import type { ConversationCard } from '#stores/conversations/conversations.ts';
import { useLayoutEffect, useRef, useState } from 'react';

/** Returns the id of a conversation's link in the page. */
export function rowId(id: string): string {
  return `conversation-${id}`;
}

/**
 * Roving tabindex: the Tab key reaches one row of the list, `tabStop`, and `focus` moves it. `focus` may name a row that
 * the virtual list has not rendered yet.
 */
export function useRovingFocus(items: readonly ConversationCard[], openId: string | undefined) {
  const [current, setCurrent] = useState<string>();
  const isFocusPending = useRef(false);
  const has = (id: string | undefined) => items.some((item) => item.id === id);
  const tabStop = has(current) ? current : has(openId) ? openId : items[0]?.id;
  useLayoutEffect(() => {
    if (!isFocusPending.current || tabStop === undefined) return;
    const link = document.getElementById(rowId(tabStop));
    if (!link) return;
    isFocusPending.current = false;
    link.focus();
  });
  const focus = (id: string): void => {
    const link = document.getElementById(rowId(id));
    // If `current` stays the same, nothing renders, and a pending focus would come with the next change of the list.
    if (id === current && link) return link.focus();
    isFocusPending.current = true;
    setCurrent(id);
  };
  return {
    tabStop,
    /** Call it when a row has got the focus. */
    onFocus: setCurrent,
    focus,
    /** Returns the row that gets the focus when this one is removed. */
    neighbour: (id: string): string | undefined => {
      const index = items.findIndex((item) => item.id === id);
      return (items[index + 1] ?? items[index - 1])?.id;
    },
  };
}
