import { $conversations, type ConversationCard } from '#stores/conversations/conversations.ts';
import { $route } from '#stores/route/route.ts';
import { $thread } from '#stores/thread/thread.ts';
import { useStore } from '@nanostores/react';
import { useMemo } from 'react';

/** The times of a conversation that the list has not loaded. */
const unknownTime = new Date(0).toISOString();

/**
 * Returns the card of the open conversation, or `undefined` until the server has stored it. A conversation that the list
 * has not loaded gets a card from its thread.
 */
export function useOpenConversation(): ConversationCard | undefined {
  const route = useStore($route);
  const thread = useStore($thread);
  const list = useStore($conversations);
  const isOpen = route?.screen === 'chat' && thread.state === 'open';
  const id = isOpen && thread.conversationId === route.conversationId && thread.conversationId;
  const items = list.state === 'ready' ? list.items : [];
  const known = id ? items.find((item) => item.id === id) : undefined;
  const title = isOpen ? (thread.title ?? '') : '';
  const target = isOpen ? (thread.target ?? route.target) : undefined;
  return useMemo(() => {
    if (known || !id || !target) return known;
    return {
      id,
      title,
      target: target.group === 'g' ? { gpt: target.gpt } : { model: target.model },
      pinned: false,
      created: unknownTime,
      updated: unknownTime,
    };
  }, [known, id, title, target]);
}
