import { $conversations, type ConversationCard } from '#stores/conversations/conversations.ts';
import { $route } from '#stores/route/route.ts';
import { $thread } from '#stores/thread/thread.ts';
import { useStore } from '@nanostores/react';

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
  if (route?.screen !== 'chat' || thread.state !== 'open') return undefined;
  const id = thread.conversationId;
  if (id === undefined || route.conversationId !== id) return undefined;
  const known = list.state === 'ready' ? list.items.find((item) => item.id === id) : undefined;
  if (known) return known;
  const { target } = route;
  return {
    id,
    title: thread.title ?? '',
    target: target.group === 'g' ? { gpt: target.gpt } : { model: target.model },
    pinned: false,
    created: unknownTime,
    updated: unknownTime,
  };
}
