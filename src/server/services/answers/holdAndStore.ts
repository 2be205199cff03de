import type { Language } from '#domain/languages.ts';
import type { MediaOptions } from '#domain/media.ts';
import { concurrentAnswers } from '#domain/chat.ts';
import { answerOptionsOf } from '#domain/chatSettings.ts';
import type { Tier } from '#domain/plans.ts';
import type { Context } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import {
  type Question,
  type QuestionPosition,
  placeQuestion,
} from '#server/services/answers/placeQuestion.ts';
import { type StoredQuestion, lockQuestion } from '#server/services/answers/lockQuestion.ts';
import { mediaOwnerId } from '#server/services/answers/mediaOwner.ts';
import { buildPrompt, countQuestion } from '#server/services/chat/prompt.ts';
import { refuseHigherPrice } from '#server/services/answers/refuseHigherPrice.ts';
import type { StoredAnswer } from '#server/services/chat/runner.ts';
import {
  type RunningAnswer,
  type Send,
  type SenderState,
  readAnswers,
} from '#server/services/answers/senderState.ts';
import { storeAnswer } from '#server/services/answers/storeAnswer.ts';
import type { Target, TargetReference } from '#server/services/answers/target.ts';
import { holdCredits } from '#server/services/credits/hold.ts';
import { lockBalance } from '#server/services/credits/post.ts';
import { refuseFullMedia } from '#server/services/media/jobs/refuseFullMedia.ts';
import { storeJob } from '#server/services/media/jobs/storeJob.ts';
import { refuseFilesOfSearch, searchQuestionOf } from '#server/services/search/searchQuestionOf.ts';

/** The source of the question: a new one, or a stored one that gets another answer. */
export type QuestionSource =
  | { kind: 'new'; question: Question }
  | { kind: 'stored'; question: StoredQuestion };

export type AnswerRequest = {
  requestId: string;
  /** A digest, the same for every retry of the same request. */
  digest: string;
  /** `undefined` for a new conversation. */
  conversationId: string | undefined;
  target: TargetReference;
  /** The highest acceptable price in credits; `undefined` accepts any price. */
  maxPrice: number | undefined;
  /** Options of a media model; `undefined` for the defaults. */
  options: MediaOptions | undefined;
  hasFiles: boolean;
  text: string;
  /** The language of the page on which it was asked, if it is known. AI search of this site answers with it. */
  language?: Language | undefined;
  source: QuestionSource;
};

/** A checked request, with the state of its sender. */
export type PreparedAnswer = {
  answerRequest: AnswerRequest;
  send: Send;
  sender: SenderState;
  target: Target;
  answerId: string;
};

/**
 * Holds the price and stores question and empty answer, in the caller's transaction. Returns the job that generates the
 * answer; none if a media job does, or if the same request was stored before. Throws the errors of `beginAnswer`.
 */
export async function holdAndStore(
  context: Context,
  transaction: Executor,
  prepared: PreparedAnswer,
): Promise<StoredAnswer> {
  const { answerRequest, send, sender, target, answerId } = prepared;
  const { userId } = send;
  // The lock serialises a user's questions: the checks below stay valid until the commit.
  await lockBalance(transaction, userId);
  const { earlierAnswerId, running } = await readAnswers(transaction, send);
  if (earlierAnswerId !== undefined) return { answerId: earlierAnswerId, job: undefined };
  refuseRunning(running, answerRequest.conversationId);
  if (target.options) {
    const { kind } = target.options;
    await refuseFullMedia(context, transaction, { userId, tier: sender.tier, kind });
  } else refuseTooManyAnswers(running, sender.tier);
  const position = await findPosition(transaction, userId, prepared);
  if (target.options) return storeMedia(context, transaction, prepared, position);
  refuseFilesOfSearch(target, position.attachments);
  const answerOptions = answerOptionsOf(sender.settings, { ...target, ...target.model });
  const { text, maxPrice } = answerRequest;
  const counted = countQuestion({ target, answerOptions, position, text });
  const price = target.price * counted.steps;
  refuseHigherPrice(price, maxPrice, counted.steps);
  await hold(context, transaction, prepared, price);
  const dependencies = { transaction, media: context.media };
  const { turns, dropped } = await buildPrompt(dependencies, { answerOptions, position }, counted);
  const accepted = await storeAnswer(transaction, {
    id: answerId,
    send,
    position,
    target,
    price,
    dropped,
    ownerId: context.runner.ownerId,
  });
  const { temperature, maxOutputTokens, instructions } = answerOptions;
  const request = { model: target.model, instructions, turns, temperature, maxOutputTokens };
  const asked = { userId, language: answerRequest.language };
  const search = searchQuestionOf(target, turns, asked);
  return { answerId, job: { accepted, route: target.route, request, search } };
}

/** Finds the question's position in its conversation, which stays locked until the transaction ends. */
async function findPosition(
  transaction: Executor,
  userId: string,
  { answerRequest: { source }, target }: PreparedAnswer,
): Promise<QuestionPosition> {
  switch (source.kind) {
    case 'new':
      return placeQuestion(transaction, userId, source.question, target);
    case 'stored':
      return lockQuestion(transaction, source.question);
  }
}

/** Stores the answer of a media model with its job, which any server or worker with jobs runs. */
async function storeMedia(
  context: Context,
  transaction: Executor,
  prepared: PreparedAnswer,
  position: QuestionPosition,
): Promise<StoredAnswer> {
  const { answerId, answerRequest, sender, send, target } = prepared;
  const { price } = target;
  await hold(context, transaction, prepared, price);
  const answer = { id: answerId, send, position, target, price, dropped: 0, ownerId: mediaOwnerId };
  await storeAnswer(transaction, answer);
  const { tier } = sender;
  const { mediaPrices } = context.catalogue;
  const prompt = answerRequest.text;
  const job = { answerId, userId: send.userId, tier, prompt, target, mediaPrices };
  await storeJob(transaction, job, context.now());
  return { answerId, job: undefined };
}

async function hold(
  { now }: Context,
  transaction: Executor,
  { send: { userId }, answerId }: PreparedAnswer,
  amount: number,
): Promise<void> {
  // A free question has no hold: nothing is settled or released at its end.
  if (amount === 0) return;
  const source = { type: 'answer', id: answerId } as const;
  await holdCredits(transaction, { userId, amount, source, now: now() });
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

/** Media jobs have limits of their own. */
function refuseTooManyAnswers(running: readonly RunningAnswer[], tier: Tier): void {
  const limit = concurrentAnswers[tier];
  if (running.filter(({ isMedia }) => !isMedia).length < limit) return;
  throw new AppError('too_many_answers', `At most ${limit} answers can run at once`, { limit });
}
