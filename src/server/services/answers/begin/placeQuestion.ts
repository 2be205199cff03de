import { randomUUID } from 'node:crypto';
import { type SQL, and, eq, isNull, sql } from 'drizzle-orm';
import { titleOf } from '#domain/chat/conversationTitle.ts';
import type { Language } from '#domain/languages/languages.ts';
import type { MediaOptions } from '#domain/media/media.ts';
import type { Executor } from '#server/db/connect.ts';
import { answer, attachment, conversation, message } from '#server/db/schema/chat.ts';
import { AppError } from '#server/errors.ts';
import { invalidField } from '#server/inputChecks.ts';
import { claimAttachments } from '#server/services/attachments/claimAttachments.ts';
import type { AttachmentRow } from '#server/services/attachments/toAttachment.ts';
import { isStale, newerMessages } from '#server/services/answers/begin/staleHead.ts';
import { lockQuestion } from '#server/services/answers/begin/lockQuestion.ts';
import type { PreparedAnswer } from '#server/services/answers/begin/producer.ts';
import { type NewQuestion, storeQuestion } from '#server/services/answers/begin/storeQuestion.ts';
import type { Target, TargetReference } from '#server/services/answers/begin/target.ts';

export type Question = {
  /** The caller's id of this request; a retry joins the same answer. */
  requestId: string;
  conversationId: string | undefined;
  /** Whether a new conversation is temporary. */
  temporary?: boolean | undefined;
  /** The message of the answer before it; `null` for the beginning; `undefined` for the end of the visible branch. */
  parentId: string | null | undefined;
  /** See `isStale`. */
  headId?: string | undefined;
  target: TargetReference;
  /** Whether a conversation with another target is continued with this one. */
  switchTarget?: boolean | undefined;
  text: string;
  /** Ids of uploaded files, in their order. */
  attachmentIds: readonly string[];
  options?: MediaOptions | undefined;
  /** See `AnswerRequest`. */
  maxPrice?: number | undefined;
  beyondLimit?: boolean | undefined;
  language?: Language | undefined;
};

/** The place of a question in its conversation. */
export type QuestionPosition = {
  conversationId: string;
  title: string;
  /** Whether the conversation is temporary. */
  temporary: boolean;
  questionId: string;
  /** The message before the question. */
  parentId: string | null;
  attachments: readonly AttachmentRow[];
  /** The question, if it is stored together with its answer. */
  unstored?: NewQuestion;
};

/**
 * Finds the position of a stored question, or of a new one in a new conversation or in one of the user's. The
 * conversation stays locked until the transaction ends. A new question itself is stored with its answer (`storeAnswer`),
 * or here if it has files. Throws `unknown_conversation`, `other_target`, `newer_messages`, `unknown_attachment`,
 * `invalid_input` for a parent that is not an answer of the conversation, and the errors of `lockQuestion`.
 */
export async function placeQuestion(
  transaction: Executor,
  { answerRequest: { source }, send: { userId }, target }: PreparedAnswer,
): Promise<QuestionPosition> {
  if (source.kind === 'stored') return lockQuestion(transaction, source.question);
  const { question } = source;
  const { conversationId } = question;
  return conversationId === undefined
    ? newConversation(transaction, userId, question, target)
    : continueConversation(transaction, userId, { ...question, conversationId }, target);
}

async function newConversation(
  transaction: Executor,
  userId: string,
  question: Question,
  target: Target,
): Promise<QuestionPosition> {
  if (question.parentId)
    throw invalidField('parent_id', 'is of no conversation: conversation_id is missing');
  const conversationId = randomUUID();
  const title = titleOf(question.text || (await firstName(transaction, userId, question)));
  const temporary = question.temporary ?? false;
  const started = { title, temporary, ...conversationTarget(target) };
  return insertAt(
    transaction,
    userId,
    question,
    { conversationId, title, temporary, parentId: null },
    started,
  );
}

async function continueConversation(
  transaction: Executor,
  userId: string,
  question: Question & { conversationId: string },
  target: Target,
): Promise<QuestionPosition> {
  const { conversationId, parentId, headId, switchTarget = false } = question;
  const { model, gptId } = conversationTarget(target);
  const isOwn = and(
    eq(conversation.id, conversationId),
    eq(conversation.userId, userId),
    isNull(conversation.deleted),
  );
  const [found] = await transaction
    .update(conversation)
    .set({ model, gptId, archived: null, updated: sql`now()` })
    .where(
      and(
        isOwn,
        switchTarget
          ? undefined
          : sql`(${conversation.model}, ${conversation.gptId}) is not distinct from (${model}::text, ${gptId}::text)`,
      ),
    )
    .returning({
      title: conversation.title,
      temporary: conversation.temporary,
      end: sql<string | null>`coalesce(${conversation.leafId}, (select id from message
        where conversation_id = ${conversationId} order by position desc limit 1))`,
      isStale: isStale(conversationId, headId),
    });
  if (!found) throw await notFoundReason(transaction, isOwn);
  if (found.isStale) throw await newerMessages(transaction, conversationId, headId);
  const { end, title, temporary } = found;
  if (parentId) await checkParent(transaction, conversationId, parentId);
  const followed = parentId === undefined ? end : parentId;
  const position = { conversationId, title, temporary, parentId: followed };
  return insertAt(transaction, userId, question, position);
}

async function notFoundReason(transaction: Executor, isOwn: SQL | undefined): Promise<AppError> {
  const [other] = await transaction
    .select({ model: conversation.model, gpt: conversation.gptId })
    .from(conversation)
    .where(isOwn);
  if (!other) return new AppError('unknown_conversation', 'There is no conversation with this id');
  return new AppError(
    'other_target',
    'target: the conversation is with another one; switch_target goes on with this one',
    { field: 'target', target: other.gpt === null ? { model: other.model } : { gpt: other.gpt } },
  );
}

/** Returns the name of the first file, which is the title of a question without text. */
async function firstName(
  transaction: Executor,
  userId: string,
  { attachmentIds: [first = ''] }: Question,
): Promise<string> {
  const [found] = await transaction
    .select({ name: attachment.name })
    .from(attachment)
    .where(and(eq(attachment.id, first), eq(attachment.userId, userId)));
  return found?.name ?? '';
}

/** Returns the model or the GPT of a conversation; the other one is `null`. */
function conversationTarget({ gptId, model }: Target): {
  model: string | null;
  gptId: string | null;
} {
  return { model: gptId === null ? model.id : null, gptId };
}

async function checkParent(
  transaction: Executor,
  conversationId: string,
  parentId: string,
): Promise<void> {
  const [found] = await transaction
    .select({ role: message.role, state: answer.state })
    .from(message)
    .leftJoin(answer, eq(answer.messageId, message.id))
    .where(and(eq(message.id, parentId), eq(message.conversationId, conversationId)));
  if (!found) throw invalidField('parent_id', 'is no message of this conversation');
  if (found.role !== 'assistant')
    throw invalidField('parent_id', 'is a question: a question follows an answer');
  if (found.state === 'running') throw invalidField('parent_id', 'is an answer that has not ended');
}

async function insertAt(
  transaction: Executor,
  userId: string,
  { text, attachmentIds }: Question,
  position: Pick<QuestionPosition, 'conversationId' | 'title' | 'temporary' | 'parentId'>,
  started?: NewQuestion['newConversation'],
): Promise<QuestionPosition> {
  const { conversationId, parentId } = position;
  const id = randomUUID();
  const question = {
    id,
    userId,
    conversationId,
    parentId,
    text,
    ...(started && { newConversation: started }),
  };
  if (attachmentIds.length === 0) {
    return { ...position, questionId: id, attachments: [], unstored: question };
  }
  await storeQuestion(transaction, question);
  const sender = { userId, conversationId, messageId: id };
  const attachments = await claimAttachments(transaction, sender, attachmentIds);
  return { ...position, questionId: id, attachments };
}
