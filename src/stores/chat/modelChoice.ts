import { chatPath } from '#domain/chat/chatPaths.ts';
import { $attachments } from '#stores/drafts/attachments.ts';
import { editUnsent } from '#stores/chat/chat.ts';
import { chooseTarget } from '#stores/conversations/conversationTarget.ts';
import { openTemporaryId } from '#stores/conversations/temporary.ts';
import { $draft, draftKey, openDraft, renameDraft } from '#stores/drafts/drafts.ts';
import { $queue } from '#stores/drafts/queue.ts';
import type { ChatModel } from '#stores/models/models.ts';
import { $route, replacePath } from '#stores/route/route.ts';
import { $runningAnswer, currentThread, isUnsent } from '#stores/thread/thread.ts';

/**
 * Chooses the model for the next question. In a conversation, also a temporary one, its path changes to the model; in a
 * new chat, text, files and queue of the message box move along, and with them a question that was refused. Does nothing while a
 * question is being sent.
 */
export function chooseModel({ group, id }: Pick<ChatModel, 'group' | 'id'>): void {
  const route = $route.get();
  if (route?.screen !== 'chat' || $runningAnswer.get()?.phase === 'asking') return;
  const { language, target, conversationId, temporary = false } = route;
  const chosen = { group, model: id };
  if (conversationId !== undefined) {
    chooseTarget(conversationId, chosen);
    return replacePath(chatPath(language, chosen, { conversation: conversationId }));
  }
  const path = chatPath(language, chosen, { temporary });
  const temporaryId = openTemporaryId();
  if (temporaryId !== undefined) {
    chooseTarget(temporaryId, chosen);
    return replacePath(path);
  }
  keepUnsent();
  const { key: from = draftKey(target, undefined, temporary), text } = $draft.get();
  const to = draftKey(chosen, undefined, temporary);
  const hasDraft = text.trim() !== '' || $attachments.get().length + $queue.get().length > 0;
  if (hasDraft) renameDraft(from, to);
  else openDraft(to, undefined);
  replacePath(path);
}

/** Moves unsent questions into the message box, because the thread of a new chat ends with its address. */
function keepUnsent(): void {
  for (const message of currentThread()?.all.toReversed() ?? []) {
    if (message.role === 'user' && isUnsent(message)) editUnsent(message);
  }
}
