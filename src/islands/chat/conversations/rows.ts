import {
  type ConversationRow,
  conversationRows,
  untilTomorrow,
} from '#stores/conversations/conversationRows.ts';
import type { ConversationCard, Conversations } from '#stores/conversations/conversations.ts';
import { useEffect, useMemo, useRef, useState } from 'react';

type Row = ConversationRow | { row: 'more' };

/**
 * Returns the rows of the list. An open conversation that is older than the loaded ones comes first: a list has no other
 * place for it.
 */
export function useRows(
  { items, hasMore }: Extract<Conversations, { state: 'ready' }>,
  today: Date,
  open: ConversationCard | undefined,
): Row[] {
  return useMemo(() => {
    const known: Row[] = conversationRows(items, today);
    if (open && hasMore && !items.some(({ id }) => id === open.id)) {
      known.unshift({ row: 'heading', group: 'open' }, { row: 'conversation', conversation: open });
    }
    return hasMore ? [...known, { row: 'more' }] : known;
  }, [items, hasMore, today, open]);
}

/** Returns the conversations of rows, in their order. */
export function conversationsOf(rows: readonly Row[]): ConversationCard[] {
  return rows.flatMap((row) => (row.row === 'conversation' ? [row.conversation] : []));
}

/** Scrolls to the open conversation when another one is opened, and when the list has loaded it. */
export function useScrollToOpen(
  rows: readonly Row[],
  open: string | undefined,
  scrollTo: (id: string) => void,
): void {
  const last = useRef<string>(undefined);
  useEffect(() => {
    const id = indexOf(rows, open) < 0 ? undefined : open;
    if (id !== undefined && id !== last.current) scrollTo(id);
    last.current = id;
  });
}

/** Returns the index of the row of a conversation; -1 if it has none. */
export function indexOf(rows: readonly Row[], id: string | undefined): number {
  return rows.findIndex((row) => row.row === 'conversation' && row.conversation.id === id);
}

/** Returns a time of the current day. It changes when the next day begins, also if the computer slept meanwhile. */
export function useToday(): Date {
  const [today, setToday] = useState(() => new Date());
  useEffect(() => {
    const update = (): void => {
      const now = new Date();
      if (now.toDateString() !== today.toDateString()) setToday(now);
    };
    const timer = setTimeout(update, untilTomorrow(today) + 1_000);
    document.addEventListener('visibilitychange', update);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, [today]);
  return today;
}
