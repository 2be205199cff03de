import { $conversations } from '#stores/conversations/conversations.ts';
import { useEffect } from 'react';

/** Loads a list at once, and again when a conversation leaves or enters the sidebar's list. */
export function useLoadWithList(load: () => Promise<void>): void {
  useEffect(() => {
    let count = countListed();
    void load();
    return $conversations.listen(() => {
      const before = count;
      count = countListed();
      if (count !== before) void load();
    });
  }, [load]);
}

function countListed(): number {
  const list = $conversations.get();
  return list.state === 'ready' ? list.items.length : 0;
}
