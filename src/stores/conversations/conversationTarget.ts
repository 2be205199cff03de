import { type ChatTarget, chatPath } from '#domain/urls.ts';
import { $conversations } from '#stores/conversations/conversations.ts';
import { toChatTarget } from '#stores/conversations/openConversation.ts';
import { $route, isSameTarget, replacePath } from '#stores/chat/route.ts';
import { $thread } from '#stores/thread/thread.ts';
import { computed } from 'nanostores';

/** A model that was chosen for a conversation and not asked yet; kept in its tab, so that a reload keeps it. */
type Choice = { conversationId: string; target: ChatTarget };

const choiceKey = 'chosen-target';

let choice = readChoice();

/**
 * The target of the path's chat. Addresses can name anything: with a conversation, it is `undefined` until its own target
 * is known.
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

/** Notes that the next question of a conversation goes to another model. */
export function noteChoice(conversationId: string, target: ChatTarget): void {
  keepChoice({ conversationId, target });
}

/** Forgets a chosen model once it was asked: the conversation is with it now. */
export function forgetChoice(conversationId: string): void {
  if (choice?.conversationId === conversationId) keepChoice(undefined);
}

/**
 * Decides what the questions of a conversation go to: `own`, what it is with at the server, whatever its address says,
 * unless another model was chosen here. Corrects the address where it is on the screen. Returns the decision.
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

function keepChoice(next: Choice | undefined): void {
  choice = next;
  try {
    if (next) sessionStorage.setItem(choiceKey, JSON.stringify(next));
    else sessionStorage.removeItem(choiceKey);
  } catch {
    // Full or forbidden: a reload forgets it.
  }
}

function readChoice(): Choice | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(choiceKey) ?? 'null') as Choice | null) ?? undefined;
  } catch {
    return undefined;
  }
}
