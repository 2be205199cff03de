import type { ConversationCard } from '#stores/conversations/conversations.ts';
import { loadGptCards } from '#stores/gpts/gptCards.ts';
import { useEffect } from 'react';

/** Loads the cards of all GPTs of conversations, which the marks of their rows are made from. */
export function useGptCards(conversations: readonly ConversationCard[]): void {
  const ids = conversations.flatMap(({ target }) => ('gpt' in target ? [target.gpt] : []));
  const joined = [...new Set(ids)].join('\n');
  useEffect(() => {
    if (joined !== '') void loadGptCards(joined.split('\n'));
  }, [joined]);
}
