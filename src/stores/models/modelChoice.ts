import { chatPath } from '#domain/urls.ts';
import { $attachments } from '#stores/chat/attachments.ts';
import { noteChoice } from '#stores/conversations/conversationTarget.ts';
import { $draft, draftKey, openDraft, renameDraft } from '#stores/chat/drafts.ts';
import type { ChatModel } from '#stores/models/models.ts';
import { $route, replacePath } from '#stores/chat/route.ts';
import { $runningAnswer } from '#stores/thread/thread.ts';

/**
 * Asks another model from the next question on. A conversation goes on as it is, its path names the model; without one,
 * text and files of the message box go along. Nothing happens while a question has not arrived yet.
 */
export function chooseModel({ group, id }: Pick<ChatModel, 'group' | 'id'>): void {
  const route = $route.get();
  if (route?.screen !== 'chat' || $runningAnswer.get()?.phase === 'asking') return;
  const { language, target, conversationId } = route;
  const chosen = { group, model: id };
  if (conversationId !== undefined) {
    noteChoice(conversationId, chosen);
    return replacePath(chatPath(language, chosen, { conversation: conversationId }));
  }
  const [from, to] = [draftKey(target, undefined), draftKey(chosen, undefined)];
  const { text } = $draft.get();
  if (text.trim() !== '' || $attachments.get().length > 0) renameDraft(from, to);
  else openDraft(to, undefined);
  replacePath(chatPath(language, chosen));
}
