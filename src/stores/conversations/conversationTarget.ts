import { type ChatTarget, chatPath } from '#domain/chat/chatPaths.ts';
import { $conversations } from '#stores/conversations/conversations.ts';
import { toChatTarget } from '#stores/conversations/openConversation.ts';
import { $route, isSameTarget, replacePath } from '#stores/route/route.ts';
import { $thread } from '#stores/thread/thread.ts';
import { readStoredJson, store } from '#stores/browser/storage.ts';
import { computed } from 'nanostores';

/** A model that was chosen for the next question of a conversation. Stored in the tab, so that it survives a reload. */
type Choice = { conversationId: string; target: ChatTarget };

const storageKey = 'chosen-target';

let choice = readStoredJson(storageKey, 'sessionStorage') as Choice | null;

/**
 * The model or GPT of the path. An address may name a wrong one: for a conversation this is `undefined` until the
 * conversation's own target is known.
 */
export const $pathTarget = computed([$route, $thread, $conversations], (route, thread, list) => {
  if (route?.screen !== 'chat') return undefined;
  const { target, conversationId } = route;
  if (conversationId === undefined) return target;
  // Opening a conversation has corrected its address.
  if (thread.state === 'open' && thread.conversationId === conversationId) return target;
  const items = list.state === 'ready' ? list.items : [];
  const card = items.find(({ id }) => id === conversationId);
  return card && isSameTarget(toChatTarget(card.target), target) ? target : undefined;
});

/** Chooses another model for the next question of a conversation. */
export function chooseTarget(conversationId: string, target: ChatTarget): void {
  storeChoice({ conversationId, target });
}

/** Forgets the chosen model after a question to it was accepted: it is now the conversation's own. */
export function forgetChosenTarget(conversationId: string): void {
  if (choice?.conversationId === conversationId) storeChoice(null);
}

/**
 * Returns the model or GPT that questions of a conversation go to: `own`, its target at the server, or `named`, the one of
 * the address, if the user chose that. Corrects the address if the conversation is on the screen.
 */
export function correctTarget(
  conversationId: string,
  named: ChatTarget,
  own: ChatTarget,
): ChatTarget {
  const isChosen = choice?.conversationId === conversationId && isSameTarget(choice.target, named);
  const target = isChosen || isSameTarget(named, own) ? named : own;
  const route = $route.get();
  if (route?.screen === 'chat' && route.conversationId === conversationId) {
    const path = chatPath(route.language, target, { conversation: conversationId });
    if (path !== location.pathname) replacePath(path + location.search);
  }
  return target;
}

function storeChoice(next: Choice | null): void {
  choice = next;
  store(storageKey, next ? JSON.stringify(next) : undefined, 'sessionStorage');
}
