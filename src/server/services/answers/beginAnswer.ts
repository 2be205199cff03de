import { randomUUID } from 'node:crypto';
import { type Context, signedInUser } from '#server/context.ts';
import { AppError, redactedError } from '#server/errors.ts';
import {
  type AnswerRequest,
  type PreparedAnswer,
  holdAndStore,
} from '#server/services/answers/holdAndStore.ts';
import { refuseFlagged } from '#server/services/answers/refuseFlagged.ts';
import type { StoredAnswer } from '#server/services/chat/runner.ts';
import { refuseHigherPrice } from '#server/services/answers/refuseHigherPrice.ts';
import { type SenderState, readSenderState } from '#server/services/answers/senderState.ts';
import { type Target, findTarget } from '#server/services/answers/target.ts';
import {
  refuseAfterStops,
  refuseTooManyQuestions,
  uncountQuestion,
  questionUses,
} from '#server/services/limits/fairUse.ts';
import { wakeWaiting } from '#server/services/media/jobs/wake.ts';
import { withOptions } from '#server/services/media/jobs/withOptions.ts';
import { grantDueLots } from '#server/services/plans/grantDueLots.ts';

/**
 * Handles a question: check → slot → transaction (hold, question, empty answer and its first event) → run → settle.
 * Returns the answer's id as soon as it is stored, the same id for every call with the same request id. Throws the
 * errors of `findTarget`, `placeQuestion` and `lockQuestion`, and `no_credits`, `question_too_long`,
 * `question_refused`, `too_many_answers`, `too_many_requests`, `too_many_stops`, `answer_running`, `too_many_media`,
 * `media_quota`, `request_id_reused`, `price_changed`, `server_busy`, `unavailable`; then nothing is held or stored.
 */
export async function beginAnswer(context: Context, answerRequest: AnswerRequest): Promise<string> {
  const { requestId, digest } = answerRequest;
  const send = { userId: signedInUser(context), requestId, digest };
  const uses = questionUses(context, send.userId);
  const sender = await readSenderState(context.database.query, send, uses, context.now());
  if (sender.earlierAnswerId !== undefined) return sender.earlierAnswerId;
  try {
    const target = await check(context, answerRequest, sender);
    if (sender.isLotDue) await grantDue(context, send.userId);
    const prepared = { answerRequest, send, sender, target, answerId: randomUUID() };
    const begin = target.options ? beginMedia : beginText;
    const { answerId } = await begin(context, prepared);
    if (answerId !== prepared.answerId) await uncountQuestion(context, uses);
    return answerId;
  } catch (error) {
    // A refusal by moderation counts for the rate limit, so that texts cannot be tried without limit. A question over
    // the rate limit does not count: it would delay a retry that joins its answer.
    if (!isRefusedByCheck(error)) await uncountQuestion(context, uses);
    throw error;
  }
}

/** Check: whether this sender may ask this now, for this price. Returns the model or GPT that answers. */
async function check(
  context: Context,
  answerRequest: AnswerRequest,
  sender: SenderState,
): Promise<Target> {
  refuseTooManyQuestions(context.config, sender.tier, sender.counted);
  refuseAfterStops(sender.firstOfFreeStops, context.now());
  const found = await findTarget(context.database.query, context, answerRequest.target);
  const target = withOptions(found, answerRequest);
  if (!target.options) context.runner.refuseWhenFull(sender.tier === 'pro');
  refuseHigherPrice(target.price, answerRequest.maxPrice);
  await refuseFlagged(context, answerRequest);
  return target;
}

/**
 * Takes a slot, stores question and hold in one transaction, and starts the run, which continues after this function
 * returns. `closeAnswer.ts` settles or releases the hold with the last event. A failure here releases the slot.
 */
async function beginText(context: Context, prepared: PreparedAnswer): Promise<StoredAnswer> {
  const { database, runner } = context;
  const slot = runner.takeSlot(prepared.answerId, prepared.sender.tier === 'pro');
  try {
    const stored = await runner.storing.run(() =>
      database.transaction((transaction) => holdAndStore(context, transaction, prepared)),
    );
    if (stored.job) runner.start(slot, stored.job);
    return stored;
  } finally {
    runner.leaveUnlessStarted(slot);
  }
}

/** Transaction only: a media job generates the answer and settles, on any server or worker with jobs. */
async function beginMedia(context: Context, prepared: PreparedAnswer): Promise<StoredAnswer> {
  const { database } = context;
  const stored = await database.transaction((transaction) =>
    holdAndStore(context, transaction, prepared),
  );
  // Not in the transaction, because commits with notifications wait for each other. The question is stored: if this fails,
  // the sweep starts the job.
  await wakeWaiting(database.query).catch((error: unknown) => {
    context.log.warn({ answer: stored.answerId, error: redactedError(error) }, 'no job was woken');
  });
  return stored;
}

function grantDue({ database, now }: Context, userId: string): Promise<void> {
  return database.transaction((transaction) => grantDueLots(transaction, userId, now()));
}

function isRefusedByCheck(error: unknown): boolean {
  return error instanceof AppError && error.code === 'question_refused';
}
