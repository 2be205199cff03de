import { randomUUID } from 'node:crypto';
import type { MediaOptions } from '#domain/media.ts';
import { concurrentAnswers } from '#domain/chat.ts';
import { mannerOf } from '#domain/chatSettings.ts';
import type { Tier } from '#domain/plans.ts';
import { type Context, signedInUser } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import {
  type Asker,
  type RunningAnswer,
  type Send,
  readAnswers,
  readAsker,
} from '#server/services/chat/asker.ts';
import {
  refuseAfterStops,
  refuseTooMany,
  takeBack,
  usesOf,
} from '#server/services/limits/fairUse.ts';
import { mediaOwnerId } from '#server/services/chat/mediaOwner.ts';
import { refuseFlagged } from '#server/services/chat/refuseFlagged.ts';
import { buildPrompt } from '#server/services/chat/prompt.ts';
import type { Stored } from '#server/services/chat/runner.ts';
import { type PlacedQuestion, storeAnswer } from '#server/services/chat/storeAnswer.ts';
import { type Target, type TargetReference, findTarget } from '#server/services/chat/target.ts';
import { holdCredits } from '#server/services/credits/hold.ts';
import { refuseFilesOfSearch, searchQuestionOf } from '#server/services/search/searchQuestionOf.ts';
import { lockBalance } from '#server/services/credits/post.ts';
import { refuseFullMedia } from '#server/services/media/jobs/refuseFullMedia.ts';
import { storeJob } from '#server/services/media/jobs/storeJob.ts';
import { withOptions } from '#server/services/media/jobs/withOptions.ts';
import { wakeWaiting } from '#server/services/media/jobs/wake.ts';
import { grantDueLots } from '#server/services/plans/grantDueLots.ts';

/** What is to be answered. */
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
  /** Finds the question's place in its conversation, locked until the transaction ends. */
  place(transaction: Executor, userId: string, target: Target): Promise<PlacedQuestion>;
};

type Prepared = { asking: Asking; send: Send; asker: Asker; target: Target; answerId: string };

/**
 * Begins an answer: hold, question, empty answer and its first event in one transaction; then it runs here. Answers its
 * id, the same one for every call with the same request id. Throws what `findTarget` and `place` throw and `no_credits`,
 * `question_too_long`, `question_refused`, `too_many_answers`, `too_many_requests`, `too_many_stops`,
 * `answer_running`,
 * `too_many_media`, `media_quota`, `request_id_reused`, `price_changed`, `server_busy`, `unavailable`; then nothing was held or stored.
 */
export async function beginAnswer(context: Context, asking: Asking): Promise<string> {
  const { requestId, digest } = asking;
  const send = { userId: signedInUser(context), requestId, digest };
  const uses = usesOf(context, send.userId);
  const asker = await readAsker(context.database.query, send, uses, context.now());
  if (asker.asked !== undefined) return asker.asked;
  try {
    refuseTooMany(context.config, asker.tier, asker.counted);
    refuseAfterStops(asker.firstOfFreeStops, context.now());
    const found = await findTarget(context.database.query, context, asking.target);
    const target = withOptions(found, asking);
    if (!target.options) context.runner.refuseWhenFull(asker.tier === 'pro');
    refuseDearer(target, asking.maxPrice);
    await refuseFlagged(context, asking);
    if (asker.isLotDue) await grantDue(context, send.userId);
    const prepared = { asking, send, asker, target, answerId: randomUUID() };
    const { answerId } = await admit(context, prepared);
    if (answerId !== prepared.answerId) await takeBack(context, uses);
    return answerId;
  } catch (error) {
    // A refusal by the check counts: nobody may try one text after another without a limit. What is refused for its
    // number does not: it would make the wait longer for a retry that joins its answer.
    if (!isRefusedByCheck(error)) await takeBack(context, uses);
    throw error;
  }
}

function grantDue({ database, now }: Context, userId: string): Promise<void> {
  return database.transaction((transaction) => grantDueLots(transaction, userId, now()));
}

/** Nobody pays more than they were shown. */
function refuseDearer({ price }: Target, maxPrice: number | undefined): void {
  if (maxPrice === undefined || price <= maxPrice) return;
  throw new AppError('price_changed', `The answer costs ${price} credits now`, { price });
}

function isRefusedByCheck(error: unknown): boolean {
  return error instanceof AppError && error.code === 'question_refused';
}

async function admit(context: Context, prepared: Prepared): Promise<Stored> {
  const { database, runner } = context;
  const { answerId, asker, target } = prepared;
  const begin = () => database.transaction((transaction) => store(context, transaction, prepared));
  if (!target.options) return runner.admit(answerId, asker.tier === 'pro', begin);
  const stored = await begin();
  // Not in the transaction: commits that notify wait for each other.
  await wakeWaiting(database.query);
  return stored;
}

async function store(context: Context, transaction: Executor, prepared: Prepared): Promise<Stored> {
  const { asking, send, asker, target, answerId } = prepared;
  const { userId } = send;
  // The lock orders a user's questions: what is checked below stays true until the commit.
  await lockBalance(transaction, userId);
  const { asked, running } = await readAnswers(transaction, send);
  if (asked !== undefined) return { answerId: asked, job: undefined };
  refuseRunning(running, asking.conversationId);
  if (target.options) await refuseFullMedia(context, transaction, { userId, tier: asker.tier });
  else refuseTooManyAnswers(running, asker.tier);
  const placed = await asking.place(transaction, userId, target);
  if (target.options) return storeMedia(context, transaction, prepared, placed);
  refuseFilesOfSearch(target, placed.attachments);
  const manner = mannerOf(asker.settings, { ...target, ...target.model });
  const { text } = asking;
  const means = { transaction, media: context.media };
  const { turns, dropped } = await buildPrompt(means, { target, manner, placed, text });
  await hold(context, transaction, prepared);
  const accepted = await storeAnswer(transaction, {
    id: answerId,
    send,
    placed,
    target,
    dropped,
    ownerId: context.runner.ownerId,
  });
  const { temperature, maxOutputTokens, instructions } = manner;
  const request = { model: target.model, instructions, turns, temperature, maxOutputTokens };
  const search = searchQuestionOf(target, turns);
  return { answerId, job: { accepted, route: target.route, request, search } };
}

/** A job makes the answer, on whatever server or worker runs jobs. */
async function storeMedia(
  context: Context,
  transaction: Executor,
  prepared: Prepared,
  placed: PlacedQuestion,
): Promise<Stored> {
  const { answerId, asking, asker, send, target } = prepared;
  await hold(context, transaction, prepared);
  const answer = { id: answerId, send, placed, target, dropped: 0, ownerId: mediaOwnerId };
  await storeAnswer(transaction, answer);
  const { tier } = asker;
  const job = { answerId, userId: send.userId, tier, prompt: asking.text, target };
  await storeJob(transaction, job, context.now());
  return { answerId, job: undefined };
}

async function hold(
  { now }: Context,
  transaction: Executor,
  { send: { userId }, target, answerId }: Prepared,
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
