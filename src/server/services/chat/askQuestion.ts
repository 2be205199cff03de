import { createHash, randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { StoredEvent } from '#contract/chat.ts';
import { concurrentAnswers, titleOf } from '#domain/chat.ts';
import { type Context, signedInUser } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { answer, answerEvent, conversation, message } from '#server/db/schema/chat.ts';
import { AppError } from '#server/errors.ts';
import { fitTurns, readHistory } from '#server/services/chat/history.ts';
import type { Stored } from '#server/services/chat/runner.ts';
import { type Target, type TargetReference, findTarget } from '#server/services/chat/target.ts';
import { holdCredits } from '#server/services/credits/hold.ts';
import { lockBalance } from '#server/services/credits/post.ts';

export type Question = {
  /** The caller's id of this send; sent again, it joins the same answer. */
  requestId: string;
  conversationId: string | undefined;
  target: TargetReference;
  text: string;
};

/**
 * Asks a question: hold, question, empty answer and its first event in one transaction; then the answer runs here.
 * Answers the answer's id, the same one for every call with the same request id. Throws what `findTarget` throws and
 * `no_credits`, `question_too_long`, `too_many_answers`, `answer_running`, `unknown_conversation`,
 * `request_id_reused`, `server_busy`, `unavailable`; then nothing was held or stored.
 */
export async function askQuestion(context: Context, question: Question): Promise<string> {
  const userId = signedInUser(context);
  const joined = await findAsked(context.database.query, userId, question);
  if (joined !== undefined) return joined;
  const target = await findTarget(context.database.query, context.models, question.target);
  const newId = randomUUID();
  const { answerId } = await context.runner.admit(newId, false, () =>
    context.database.transaction((transaction) =>
      storeQuestion(context, transaction, userId, question, target, newId),
    ),
  );
  return answerId;
}

async function storeQuestion(
  context: Context,
  transaction: Executor,
  userId: string,
  question: Question,
  target: Target,
  answerId: string,
): Promise<Stored> {
  // The lock orders a user's questions: what is checked below stays true until the commit.
  await lockBalance(transaction, userId);
  const joined = await findAsked(transaction, userId, question);
  if (joined !== undefined) return { answerId: joined, job: undefined };
  await refuseTooManyAnswers(transaction, userId, question);
  const place = await placeQuestion(transaction, userId, question, target);
  const history = question.conversationId ? await readHistory(transaction, place.id) : [];
  const { turns, dropped } = fitTurns(target, history, question.text);
  await holdCredits(transaction, {
    userId,
    amount: target.price,
    source: { type: 'answer', id: answerId },
    now: context.now(),
  });
  const messages = await storeMessages(transaction, place.id, question.text);
  await transaction.insert(answer).values({
    id: answerId,
    userId,
    requestId: question.requestId,
    requestDigest: digestOf(question),
    conversationId: place.id,
    ...messages,
    model: target.model.id,
    upstream: target.route.upstream,
    price: target.price,
    droppedTurns: dropped,
    ownerId: context.runner.ownerId,
  });
  const accepted: StoredEvent = {
    type: 'accepted',
    answer_id: answerId,
    conversation_id: place.id,
    question_id: messages.questionId,
    message_id: messages.messageId,
    title: place.title,
    price: target.price,
    dropped_turns: dropped,
  };
  await transaction.insert(answerEvent).values({ answerId, number: 1, event: accepted });
  const { model, instructions, route } = target;
  return { answerId, job: { accepted, route, request: { model, instructions, turns } } };
}

async function findAsked(
  query: Executor,
  userId: string,
  question: Question,
): Promise<string | undefined> {
  const [asked] = await query
    .select({ id: answer.id, digest: answer.requestDigest })
    .from(answer)
    .where(and(eq(answer.userId, userId), eq(answer.requestId, question.requestId)));
  if (!asked) return undefined;
  if (asked.digest === digestOf(question)) return asked.id;
  throw new AppError('request_id_reused', 'request_id: was used for another question');
}

function digestOf(question: Question): string {
  const asked = [question.conversationId ?? '', question.target, question.text];
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex');
}

async function refuseTooManyAnswers(
  transaction: Executor,
  userId: string,
  question: Question,
): Promise<void> {
  const running = await transaction
    .select({ conversationId: answer.conversationId })
    .from(answer)
    .where(and(eq(answer.userId, userId), eq(answer.state, 'running')));
  if (running.some(({ conversationId }) => conversationId === question.conversationId)) {
    throw new AppError(
      'answer_running',
      'This conversation has a running answer: wait for it or stop it',
    );
  }
  if (running.length < concurrentAnswers) return;
  throw new AppError('too_many_answers', `At most ${concurrentAnswers} answers can run at once`, {
    limit: concurrentAnswers,
  });
}

async function placeQuestion(
  transaction: Executor,
  userId: string,
  question: Question,
  target: Target,
): Promise<{ id: string; title: string }> {
  const model = target.gptId === null ? target.model.id : null;
  if (question.conversationId === undefined) {
    const title = titleOf(question.text);
    const [made] = await transaction
      .insert(conversation)
      .values({ userId, title, model, gptId: target.gptId })
      .returning({ id: conversation.id, title: conversation.title });
    if (!made) throw new Error('The conversation was not stored');
    return made;
  }
  const [found] = await transaction
    .update(conversation)
    .set({ model, gptId: target.gptId, updated: sql`now()` })
    .where(and(eq(conversation.id, question.conversationId), eq(conversation.userId, userId)))
    .returning({ id: conversation.id, title: conversation.title });
  if (!found) throw new AppError('unknown_conversation', 'There is no conversation with this id');
  return found;
}

async function storeMessages(
  transaction: Executor,
  conversationId: string,
  text: string,
): Promise<{ questionId: string; messageId: string }> {
  const [last] = await transaction
    .select({ id: message.id })
    .from(message)
    .where(eq(message.conversationId, conversationId))
    .orderBy(sql`${message.position} desc`)
    .limit(1);
  const questionId = randomUUID();
  const messageId = randomUUID();
  await transaction.insert(message).values([
    { id: questionId, conversationId, parentId: last?.id ?? null, role: 'user', text },
    { id: messageId, conversationId, parentId: questionId, role: 'assistant', text: '' },
  ]);
  return { questionId, messageId };
}
