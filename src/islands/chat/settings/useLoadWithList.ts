import { $conversations, $endedChanges } from '#stores/conversations/conversations.ts';
import { useEffect } from 'react';

/** Loads a list at once, and again when a conversation leaves or enters the sidebar's list. */
export function useLoadWithList(load: () => Promise<void>): void {
  useEffect(() => {
    let count = countListed();
    void load();
    const unlisten = $conversations.listen(() => {
      const before = count;
      count = countListed();
      if (count !== before) void load();
    });
    // The list shows a change before the server has it.
    const unsubscribe = $endedChanges.listen(() => void load());
    return () => {
      unlisten();
      unsubscribe();
    };
  }, [load]);
}

function countListed(): number {
  const list = $conversations.get();
  return list.state === 'ready' ? list.items.length : 0;
}
