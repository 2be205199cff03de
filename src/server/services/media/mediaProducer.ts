import {
  defaultMediaOptions,
  isMediaKind,
  mediaPriceOf,
  promptMaxCharacters,
} from '#domain/media/media.ts';
import type { Context } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { AppError, redactedError } from '#server/errors.ts';
import { invalidField } from '#server/inputChecks.ts';
import { mediaOwnerId } from '#server/services/answers/close/mediaOwner.ts';
import { placeQuestion } from '#server/services/answers/begin/placeQuestion.ts';
import type {
  AnswerRequest,
  PreparedAnswer,
  Producers,
} from '#server/services/answers/begin/producer.ts';
import { lockSender } from '#server/services/answers/begin/senderState.ts';
import type { Target } from '#server/services/answers/begin/target.ts';
import { holdPrice, storeAnswer } from '#server/services/answers/begin/storeAnswer.ts';
import { sendAnswerChanges } from '#server/services/chatChanges/sendChange.ts';
import { refuseFullMedia } from '#server/services/media/jobs/refuseFullMedia.ts';
import { storeJob } from '#server/services/media/jobs/storeJob.ts';
import { wakeStep, wakeWaiting } from '#server/services/media/jobs/wake.ts';

/** Has a job make the answer and settle it, on any server or worker with jobs. */
export const mediaProducer: Producers['media'] = {
  check: (_, answerRequest, { target }) => checkMedia(target, answerRequest),

  async begin(context, prepared) {
    const { database, log } = context;
    const answerId = await database.transaction((transaction) =>
      holdAndStoreMedia(transaction, context, prepared),
    );
    // Not in the transaction, because commits with notifications wait for each other. The question is stored: if this
    // fails, the sweep starts the job.
    await wakeWaiting(database.query).catch((error: unknown) => {
      log.warn({ answer: answerId, error: redactedError(error) }, 'no job was woken');
    });
    await sendAnswerChanges(context, 'asked', [answerId]);
    return answerId;
  },

  noticeStop: ({ database }, answerId) => wakeStep(database.query, answerId),
};

/**
 * Returns the target of a media model with its options and price. Throws `invalid_input` for options of another kind,
 * `attachment_not_accepted` and `question_too_long`.
 */
function checkMedia(target: Target, { options, text, hasFiles }: AnswerRequest): Target {
  const { kind, title } = target.model;
  if (!isMediaKind(kind)) throw new Error('Only media models make media');
  if (options && options.kind !== kind) throw invalidField('options', `${title} makes ${kind}`);
  if (hasFiles) throw new AppError('attachment_not_accepted', `${title} takes no files`);
  if (text === '') throw invalidField('text', 'must say what is to be made');
  const limit = promptMaxCharacters[kind];
  if (text.length > limit) {
    throw new AppError('question_too_long', `text: at most ${limit} characters for ${title}`, {
      limit,
    });
  }
  const chosen = options ?? defaultMediaOptions[kind];
  return { ...target, options: chosen, price: mediaPriceOf(target.model.price, chosen) };
}

/** Holds the price and stores question, empty answer and job, in the caller's transaction. Returns the answer's id. */
async function holdAndStoreMedia(
  transaction: Executor,
  context: Context,
  prepared: PreparedAnswer,
): Promise<string> {
  const { answerRequest, send, sender, target, answerId } = prepared;
  const { userId } = send;
  const { tier } = sender;
  const { options, price, model, route } = target;
  if (!options) throw new Error('Only media models make media');
  const { earlierAnswerId } = await lockSender(transaction, send, answerRequest.conversationId);
  if (earlierAnswerId !== undefined) return earlierAnswerId;
  await refuseFullMedia(transaction, context, { userId, tier, kind: options.kind });
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
