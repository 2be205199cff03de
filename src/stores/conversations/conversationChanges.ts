import { call } from '#contract/call.ts';
import {
  changeConversation,
  deleteConversation as deleteCall,
  deleteConversations,
  restoreConversations,
} from '#contract/conversations.ts';
import { titleMaxCharacters } from '#domain/chat.ts';
import {
  type ConversationCard,
  findConversation,
  forgetConversations,
  hideConversation,
  loadConversations,
  settle,
  showChange,
  showConversation,
} from '#stores/conversations/conversations.ts';
import { errorMessage, isSignedOut, message } from '#stores/browser/message.ts';
import { goToLogin } from '#stores/browser/navigation.ts';
import { isShown, leaveConversation, openAgain } from '#stores/conversations/openConversation.ts';
import { tellOtherTabs } from '#stores/browser/tabs.ts';
import { notifyMessage } from '#stores/browser/toasts.ts';

type Change = { title?: string; pinned?: boolean };

/** Per conversation: its calls, one after the other, so that the last wish wins; and the card that the server knows. */
const lines = new Map<string, { last: Promise<void>; confirmed: ConversationCard }>();

/** Gives a conversation another title, at once on the screen. An empty title changes nothing. */
export async function renameConversation(id: string, typed: string): Promise<void> {
  const title = [...typed.trim()].slice(0, titleMaxCharacters).join('').trim();
  if (title === '' || title === findConversation(id)?.title) return;
  await changeCard(id, { title });
}

/** Keeps a conversation on top of the list, or lets it go again. */
export async function pinConversation(id: string, pinned: boolean): Promise<void> {
  await changeCard(id, { pinned });
}

/**
 * Deletes a conversation, at once on the screen, and offers to undo it. Where it was open, a new one with the same
 * model or GPT begins. A refusal brings it back and is told.
 */
export async function deleteConversation(card: ConversationCard): Promise<void> {
  const wasShown = isShown(card.id);
  hideConversation(card.id);
  if (wasShown) leaveConversation();
  try {
    const { deleted } = await call(deleteCall, { params: { id: card.id } });
    tellOtherTabs({ deleted: [card.id] });
    offerUndo(message('conversations.deleted', { title: card.title }), deleted, () => {
      if (wasShown) openAgain(card);
    });
  } catch (error) {
    settle(card.id);
    showConversation(card);
    if (wasShown) openAgain(card);
    tellFailure(error);
  } finally {
    settle(card.id);
  }
}

/** Deletes every conversation and offers to undo it. Returns whether it was done. */
export async function deleteAllConversations(): Promise<boolean> {
  try {
    const { deleted, count } = await call(deleteConversations, {});
    forgetConversations();
    tellOtherTabs({ deleted: 'all' });
    offerUndo(message('conversations.allDeleted', { count }), deleted, () => undefined);
    return true;
  } catch (error) {
    tellFailure(error);
    return false;
  }
}

async function changeCard(id: string, change: Change): Promise<void> {
  const shown = findConversation(id);
  if (!shown) return;
  const line = lines.get(id) ?? { last: Promise.resolve(), confirmed: shown };
  showChange(id, change);
  const own = line.last.then(() => sendChange(id, change));
  line.last = own;
  lines.set(id, line);
  await own;
  if (line.last !== own) return;
  lines.delete(id);
  settle(id);
  if (findConversation(id)) showConversation(line.confirmed);
}

async function sendChange(id: string, change: Change): Promise<void> {
  const line = lines.get(id);
  try {
    const stored = await call(changeConversation, { params: { id }, body: change });
    if (line) line.confirmed = stored;
    tellOtherTabs({ changed: 'conversations' });
  } catch (error) {
    tellFailure(error);
  }
}

function offerUndo(text: ReturnType<typeof message>, deleted: string, then: () => void): void {
  const run = (): void => void restore(deleted, then);
  notifyMessage('success', text, { label: message('conversations.undo'), run });
}

async function restore(deleted: string, then: () => void): Promise<void> {
  try {
    const { count } = await call(restoreConversations, { body: { deleted } });
    if (count === 0) return notifyMessage('error', message('conversations.undoTooLate'));
    tellOtherTabs({ changed: 'conversations' });
    await loadConversations();
    then();
  } catch (error) {
    tellFailure(error);
  }
}

function tellFailure(error: unknown): void {
  if (isSignedOut(error)) goToLogin();
  else notifyMessage('error', errorMessage(error));
}
