import { call } from '#contract/call.ts';
import { deleteConversation } from '#contract/conversations/conversations.ts';
import { temporaryKey } from '#stores/drafts/draftTabs.ts';
import { deleteDraft, moveDraftOfTab } from '#stores/drafts/drafts.ts';
import { $route, replacePath } from '#stores/route/route.ts';
import { $thread, newThread } from '#stores/thread/thread.ts';
import { computed } from 'nanostores';

/**
 * Whether the chat of the address is temporary (`?temporary`). Such a conversation has no address of its own, is in no
 * list, and is deleted when another one is opened or the page is closed.
 */
export const $isTemporary = computed(
  $route,
  (route) =>
    route?.screen === 'chat' && route.conversationId === undefined && route.temporary === true,
);

let openId: string | undefined;
let isWatching = false;

/** Chooses whether the new chat will be temporary. */
export function switchTemporary(): void {
  const isTemporary = !$isTemporary.get();
  moveDraftOfTab(isTemporary);
  replacePath(`${location.pathname}${isTemporary ? '?temporary' : ''}`);
}

/** Notes the temporary conversation that the server has begun for the open chat, and deletes it when it is left. */
export function openTemporary(id: string): void {
  openId = id;
  if (isWatching) return;
  isWatching = true;
  $thread.listen(({ conversationId }) => {
    if (openId === undefined || conversationId === openId) return;
    deleteTemporary(openId);
    openId = undefined;
  });
  addEventListener('pagehide', () => openId !== undefined && $thread.set(newThread));
}

/** Returns the id of the temporary conversation on the screen; `undefined` before its first question. */
export function openTemporaryId(): string | undefined {
  return $isTemporary.get() ? openId : undefined;
}

/**
 * Deletes a temporary conversation, and what was typed in it. A failure is ignored: the server deletes it a day later.
 */
export function deleteTemporary(id: string): void {
  deleteDraft(temporaryKey(id));
  call(deleteConversation, { params: { id } }).catch(() => undefined);
}
