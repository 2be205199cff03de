import { call } from '#contract/call.ts';
import { continueShare } from '#contract/conversations/shares.ts';
import { chatPath } from '#domain/chat/chatPaths.ts';
import type { Language } from '#domain/languages/languages.ts';
import { type Message, errorMessage, isSignedOut } from '#stores/browser/message.ts';
import { goToLogin } from '#stores/browser/navigation.ts';
import { notify } from '#stores/browser/toasts.ts';
import { countEvent } from '#stores/browser/analytics.ts';
import { moveToTop } from '#stores/conversations/listChanges.ts';
import { toChatTarget } from '#stores/conversations/openConversation.ts';
import { replacePath } from '#stores/route/route.ts';

/**
 * Copies a shared conversation into the user's account and opens it. Shows the number of messages if only the first ones
 * were copied. Visitors sign in first. Returns the problem if that failed.
 */
export async function continueShared(
  language: Language,
  shareId: string,
): Promise<Message | undefined> {
  try {
    const { copied_first: count, ...card } = await call(continueShare, { params: { id: shareId } });
    countEvent('chat', 'continue');
    moveToTop(card);
    replacePath(chatPath(language, toChatTarget(card.target), { conversation: card.id }));
    if (count !== undefined) notify('info', 'conversations.copiedFirst', { count });
    return undefined;
  } catch (error) {
    if (isSignedOut(error)) goToLogin();
    return errorMessage(error);
  }
}
