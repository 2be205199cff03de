import { findModel } from '#domain/models/models.ts';
import { type ChatTarget, chatPath, searchTarget } from '#domain/chat/chatPaths.ts';
import type { ConversationCard } from '#stores/conversations/conversations.ts';
import { $route, isSameTarget, openPath, replacePath } from '#stores/route/route.ts';

/** Converts a target of the API. A model that is not in the catalogue gets the first group; its page explains it. */
export function toChatTarget(target: ConversationCard['target']): ChatTarget {
  if ('gpt' in target) return { group: 'g', gpt: target.gpt };
  if (target.model === searchTarget.model) return searchTarget;
  return { group: findModel(target.model)?.group ?? 'openai', model: target.model };
}

/** Opens a conversation in this tab. */
export function openConversation(target: ChatTarget, id: string): void {
  const language = $route.get()?.language;
  if (language !== undefined) openPath(chatPath(language, target, { conversation: id }));
}

/** Replaces the conversation on the screen with a new one with the same model or GPT. */
export function leaveConversation(): void {
  const route = $route.get();
  if (route?.screen !== 'chat') return;
  replacePath(chatPath(route.language, route.target));
}

/** Shows a conversation that `leaveConversation` replaced, unless the user has opened something else meanwhile. */
export function reopenConversation({ id, target }: Pick<ConversationCard, 'id' | 'target'>): void {
  const route = $route.get();
  const chatTarget = toChatTarget(target);
  if (route?.screen !== 'chat' || route.conversationId !== undefined) return;
  if (!isSameTarget(route.target, chatTarget)) return;
  openPath(chatPath(route.language, chatTarget, { conversation: id }));
}
