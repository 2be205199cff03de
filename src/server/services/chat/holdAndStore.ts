import type { MediaOptions } from '#domain/media.ts';
import { concurrentAnswers } from '#domain/chat.ts';
import { answerOptionsOf } from '#domain/chatSettings.ts';
import type { Tier } from '#domain/plans.ts';
import type { Context } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import { type Question, insertQuestion } from '#server/services/chat/insertQuestion.ts';
import { type StoredQuestion, lockQuestion } from '#server/services/chat/lockQuestion.ts';
import { mediaOwnerId } from '#server/services/chat/mediaOwner.ts';
import { buildPrompt } from '#server/services/chat/prompt.ts';
import type { StoredAnswer } from '#server/services/chat/runner.ts';
import {
  type RunningAnswer,
  type Send,
  type SenderState,
  readAnswers,
} from '#server/services/chat/senderState.ts';
import { type QuestionPosition, storeAnswer } from '#server/services/chat/storeAnswer.ts';
import type { Target, TargetReference } from '#server/services/chat/target.ts';
import { holdCredits } from '#server/services/credits/hold.ts';
import { lockBalance } from '#server/services/credits/post.ts';
import { refuseFullMedia } from '#server/services/media/jobs/refuseFullMedia.ts';
import { storeJob } from '#server/services/media/jobs/storeJob.ts';
import { refuseFilesOfSearch, searchQuestionOf } from '#server/services/search/searchQuestionOf.ts';

/** Where the question comes from: it is new, or it has an answer already and gets another one. */
export type QuestionSource =
  | { kind: 'new'; question: Question }
  | { kind: 'stored'; question: StoredQuestion };

/** A question that wants an answer. */
export type Asking = {
  requestId: string;
  /** The same for every send of the same thing. */
  digest: string;
  /** `undefined` for a new conversation. */
  conversationId: string | undefined;
  target: TargetReference;
  /** Credits that it may cost at most; `undefined` for whatever it costs. */
  maxPrice: number | undefined;
  /** How a media model is to make it; `undefined` for the usual way. */
  options: MediaOptions | undefined;
  /** Whether files are sent with it. */
  hasFiles: boolean;
  text: string;
  source: QuestionSource;
};

/** A checked question, and what is known about its sender. */
export type PreparedAnswer = {
  asking: Asking;
  send: Send;
  sender: SenderState;
  target: Target;
  answerId: string;
};

/**
 * Holds the price and stores question and empty answer, in the caller's transaction. Returns the job that makes the
 * answer; none where a media job makes it, or where the same send was stored before. Throws as `beginAnswer` lists.
 */
export async function holdAndStore(
  context: Context,
  transaction: Executor,
  prepared: PreparedAnswer,
): Promise<StoredAnswer> {
  const { asking, send, sender, target, answerId } = prepared;
  const { userId } = send;
  // The lock orders a user's questions: what is checked below stays true until the commit.
  await lockBalance(transaction, userId);
  const { asked, running } = await readAnswers(transaction, send);
  if (asked !== undefined) return { answerId: asked, job: undefined };
  refuseRunning(running, asking.conversationId);
  if (target.options) await refuseFullMedia(context, transaction, { userId, tier: sender.tier });
  else refuseTooManyAnswers(running, sender.tier);
  const position = await findPosition(transaction, userId, prepared);
  if (target.options) return storeMedia(context, transaction, prepared, position);
  refuseFilesOfSearch(target, position.attachments);
  const answerOptions = answerOptionsOf(sender.settings, { ...target, ...target.model });
  const { text } = asking;
  const dependencies = { transaction, media: context.media };
  const { turns, dropped } = await buildPrompt(dependencies, {
    target,
    answerOptions,
    position,
    text,
  });
  await hold(context, transaction, prepared);
  const accepted = await storeAnswer(transaction, {
    id: answerId,
    send,
    position,
    target,
    dropped,
    ownerId: context.runner.ownerId,
  });
  const { temperature, maxOutputTokens, instructions } = answerOptions;
  const request = { model: target.model, instructions, turns, temperature, maxOutputTokens };
  const search = searchQuestionOf(target, turns);
  return { answerId, job: { accepted, route: target.route, request, search } };
}

/** Finds the question's position in its conversation, which is locked until the transaction ends. */
async function findPosition(
  transaction: Executor,
  userId: string,
  { asking: { source }, target }: PreparedAnswer,
): Promise<QuestionPosition> {
  switch (source.kind) {
    case 'new':
      return insertQuestion(transaction, userId, source.question, target);
    case 'stored':
      return lockQuestion(transaction, source.question);
  }
}

/** A job makes the answer, on whatever server or worker runs jobs. */
async function storeMedia(
  context: Context,
  transaction: Executor,
  prepared: PreparedAnswer,
  position: QuestionPosition,
): Promise<StoredAnswer> {
  const { answerId, asking, sender, send, target } = prepared;
  await hold(context, transaction, prepared);
  const answer = { id: answerId, send, position, target, dropped: 0, ownerId: mediaOwnerId };
  await storeAnswer(transaction, answer);
  const { tier } = sender;
  const job = { answerId, userId: send.userId, tier, prompt: asking.text, target };
  await storeJob(transaction, job, context.now());
  return { answerId, job: undefined };
}

async function hold(
  { now }: Context,
  transaction: Executor,
  { send: { userId }, target, answerId }: PreparedAnswer,
): Promise<void> {
  const source = { type: 'answer', id: answerId } as const;
  await holdCredits(transaction, { userId, amount: target.price, source, now: now() });
}

function refuseRunning(
  running: readonly RunningAnswer[],
  conversationId: string | undefined,
): void {
  if (!running.some((answer) => answer.conversationId === conversationId)) return;
  throw new AppError(
    'answer_running',
    'This conversation has a running answer: wait for it or stop it',
  );
}

/** Jobs of media have limits of their own. */
function refuseTooManyAnswers(running: readonly RunningAnswer[], tier: Tier): void {
  const limit = concurrentAnswers[tier];
  if (running.filter(({ isMedia }) => !isMedia).length < limit) return;
  throw new AppError('too_many_answers', `At most ${limit} answers can run at once`, { limit });
}
