import type { ConversationCard } from '#stores/conversations/conversations.ts';
import { useLayoutEffect, useRef, useState } from 'react';

/** The id of a conversation’s link in the page. */
export function rowId(id: string): string {
  return `conversation-${id}`;
}

/** The list is one stop of the Tab key: which conversation that is, and how it moves. */
export function useRovingFocus(items: readonly ConversationCard[], openId: string | undefined) {
  const [current, setCurrent] = useState<string>();
  const wanted = useRef(false);
  const known = (id: string | undefined) => items.some((item) => item.id === id);
  const stop = known(current) ? current : known(openId) ? openId : items[0]?.id;
  useLayoutEffect(() => {
    if (!wanted.current || stop === undefined) return;
    const link = document.getElementById(rowId(stop));
    if (!link) return;
    wanted.current = false;
    link.focus();
  });
  const focus = (id: string | undefined): void => {
    if (id === undefined) return;
    wanted.current = true;
    setCurrent(id);
  };
  return {
    stop,
    /** The row got the focus by itself. */
    note: setCurrent,
    focus,
    /** The one that takes the focus when this one leaves the list. */
    neighbour: (id: string): string | undefined => {
      const place = items.findIndex((item) => item.id === id);
      return (items[place + 1] ?? items[place - 1])?.id;
    },
  };
}
