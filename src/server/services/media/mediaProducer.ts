import type { Context } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { redactedError } from '#server/errors.ts';
import { mediaOwnerId } from '#server/services/answers/close/mediaOwner.ts';
import { placeQuestion } from '#server/services/answers/begin/placeQuestion.ts';
import type { PreparedAnswer, Producers } from '#server/services/answers/begin/producer.ts';
import { lockSender } from '#server/services/answers/begin/senderState.ts';
import { holdPrice, storeAnswer } from '#server/services/answers/begin/storeAnswer.ts';
import { checkMedia } from '#server/services/media/jobs/checkMedia.ts';
import { refuseFullMedia } from '#server/services/media/jobs/refuseFullMedia.ts';
import { storeJob } from '#server/services/media/jobs/storeJob.ts';
import { wakeStep, wakeWaiting } from '#server/services/media/jobs/wake.ts';

/** Has a job make the answer and settle it, on any server or worker with jobs. */
export const mediaProducer: Producers['media'] = {
  check: (_, answerRequest, { target }) => checkMedia(target, answerRequest),

  async begin(context, prepared) {
    const { database, log } = context;
    const answerId = await database.transaction((transaction) =>
      holdAndStore(context, transaction, prepared),
    );
    // Not in the transaction, because commits with notifications wait for each other. The question is stored: if this
    // fails, the sweep starts the job.
    await wakeWaiting(database.query).catch((error: unknown) => {
      log.warn({ answer: answerId, error: redactedError(error) }, 'no job was woken');
    });
    return answerId;
  },

  noticeStop: ({ database }, answerId) => wakeStep(database.query, answerId),
};

/** Holds the price and stores question, empty answer and job, in the caller's transaction. Returns the answer's id. */
async function holdAndStore(
  context: Context,
  transaction: Executor,
  prepared: PreparedAnswer,
): Promise<string> {
  const { answerRequest, send, sender, target, answerId } = prepared;
  const { userId } = send;
  const { tier } = sender;
  const { options, price, model, route } = target;
  if (!options) throw new Error('Only media models make media');
  const { earlierAnswerId } = await lockSender(transaction, send, answerRequest.conversationId);
  if (earlierAnswerId !== undefined) return earlierAnswerId;
  await refuseFullMedia(context, transaction, { userId, tier, kind: options.kind });
  const position = await placeQuestion(transaction, prepared);
  const now = context.now();
  await holdPrice(transaction, prepared, price, now);
  const empty = { position, price, dropped: 0, ownerId: mediaOwnerId };
  await storeAnswer(transaction, prepared, empty);
  const { mediaPrices } = context.catalogue;
  const order = { prompt: answerRequest.text, model: model.id, upstream: route.upstream, options };
  await storeJob(transaction, { answerId, userId, tier, mediaPrices, ...order }, now);
  return answerId;
}
