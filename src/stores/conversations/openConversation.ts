import { findModel } from '#domain/models.ts';
import { type ChatTarget, chatPath, searchTarget } from '#domain/urls.ts';
import type { ConversationCard } from '#stores/conversations/conversations.ts';
import { $route, isSameTarget, openPath, replacePath } from '#stores/chat/route.ts';

/** A model that has left the catalogue keeps its place under the first group; its page says the rest. */
export function toChatTarget(target: ConversationCard['target']): ChatTarget {
  if ('gpt' in target) return { group: 'g', gpt: target.gpt };
  if (target.model === searchTarget.model) return searchTarget;
  return { group: findModel(target.model)?.group ?? 'openai', model: target.model };
}

/** Whether the conversation is the one on the screen. */
export function isShown(id: string): boolean {
  const route = $route.get();
  return route?.screen === 'chat' && route.conversationId === id;
}

/** Begins a new conversation with the same model or GPT in place of the one on the screen. */
export function leaveConversation(): void {
  const route = $route.get();
  if (route?.screen !== 'chat') return;
  replacePath(chatPath(route.language, route.target));
}

/** Shows a conversation again, unless the user has gone elsewhere meanwhile. */
export function openAgain({ id, target }: Pick<ConversationCard, 'id' | 'target'>): void {
  const route = $route.get();
  const chatTarget = toChatTarget(target);
  if (route?.screen !== 'chat' || route.conversationId !== undefined) return;
  if (!isSameTarget(route.target, chatTarget)) return;
  openPath(chatPath(route.language, chatTarget, { conversation: id }));
}
