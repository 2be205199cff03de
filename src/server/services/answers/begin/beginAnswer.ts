import { randomUUID } from 'node:crypto';
import { isMediaKind } from '#domain/media/media.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import type { AnswerRequest, Producer } from '#server/services/answers/begin/producer.ts';
import { refuseFlagged } from '#server/services/answers/begin/refuseFlagged.ts';
import { refuseHigherPrice } from '#server/services/answers/begin/refuseHigherPrice.ts';
import { type SenderState, readSenderState } from '#server/services/answers/begin/senderState.ts';
import { type Target, findTarget } from '#server/services/answers/begin/target.ts';
import {
  refuseAfterStops,
  refuseTooManyQuestions,
  uncountQuestion,
  questionUses,
} from '#server/services/limits/fairUse.ts';
import { grantDueLots } from '#server/services/plans/grantDueLots.ts';

/**
 * Handles a question: check → slot → transaction (hold, question, empty answer and its first event) → run → settle. The
 * producers do the steps that differ between texts and media. Returns the answer's id as soon as it is stored, the same
 * id for every call with the same request id. Throws the errors of `findTarget`, `placeQuestion` and `lockQuestion`, and
 * `no_credits`, `own_limit`, `question_too_long`, `question_refused`, `too_many_answers`, `too_many_requests`, `too_many_stops`,
 * `answer_running`, `newer_messages`, `too_many_media`, `media_quota`, `request_id_reused`, `price_changed`,
 * `server_busy`, `unavailable`; then nothing is held or stored.
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
    const answerId = await producerOf(context, target).begin(context, prepared);
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
  const asked = { target: found, sender };
  const target = producerOf(context, found).check(context, answerRequest, asked);
  refuseHigherPrice(target.price, answerRequest.maxPrice);
  await refuseFlagged(context, answerRequest);
  return target;
}

function producerOf({ producers }: Context, { model }: Target): Producer {
  return isMediaKind(model.kind) ? producers.media : producers.text;
}

function grantDue({ database, now }: Context, userId: string): Promise<void> {
  return database.transaction((transaction) => grantDueLots(transaction, userId, now()));
}

function isRefusedByCheck(error: unknown): boolean {
  return error instanceof AppError && error.code === 'question_refused';
}
