import { concurrentAnswers } from '#domain/chat/chat.ts';
import { answerOptionsOf } from '#domain/chat/chatSettings.ts';
import { noPersonalTexts } from '#domain/chat/personalTexts.ts';
import { searchModel } from '#domain/models/models.ts';
import type { Tier } from '#domain/plans/plans.ts';
import type { Context } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import type { PromptTurn } from '#server/gateways/models/models.ts';
import { invalidField } from '#server/inputChecks.ts';
import {
  type QuestionPosition,
  placeQuestion,
} from '#server/services/answers/begin/placeQuestion.ts';
import type { PreparedAnswer, Producer } from '#server/services/answers/begin/producer.ts';
import { refuseHigherPrice } from '#server/services/answers/begin/refuseHigherPrice.ts';
import { lockSender } from '#server/services/answers/begin/senderState.ts';
import { holdPrice, storeAnswer } from '#server/services/answers/begin/storeAnswer.ts';
import type { Target } from '#server/services/answers/begin/target.ts';
import type { SearchQuestion } from '#server/services/answers/produce/aiSearch.ts';
import { buildPrompt, countQuestion } from '#server/services/chat/prompt.ts';
import type { StoredAnswer } from '#server/services/chat/runner.ts';

/** Has a model write the answer in this server, also the answers of AI search. */
export const textProducer: Producer = {
  check({ runner }, { options }, { target, sender }) {
    if (options) throw invalidField('options', `${target.model.title} takes no options`);
    runner.refuseWhenFull(sender.tier === 'pro');
    return target;
  },

  /**
   * Takes a slot, stores question and hold in one transaction, and starts the run, which continues after this function
   * returns. `closeAnswer.ts` settles or releases the hold with the last event. A failure here releases the slot.
   */
  async begin(context, prepared) {
    const { database, runner } = context;
    const slot = runner.takeSlot(prepared.answerId, prepared.sender.tier === 'pro');
    try {
      const stored = await runner.storing.run(() =>
        database.transaction((transaction) => holdAndStoreText(transaction, context, prepared)),
      );
      if (stored.job) runner.start(slot, stored.job);
      return stored.answerId;
    } finally {
      runner.leaveUnlessStarted(slot);
    }
  },
};

/**
 * Holds the price and stores question and empty answer, in the caller's transaction. Returns the job that generates the
 * answer; none if the same request was stored before.
 */
async function holdAndStoreText(
  transaction: Executor,
  context: Context,
  prepared: PreparedAnswer,
): Promise<StoredAnswer> {
  const { answerRequest, send, sender, target, answerId } = prepared;
  const { conversationId, text, maxPrice, language } = answerRequest;
  const { earlierAnswerId, runningTexts } = await lockSender(transaction, send, conversationId);
  if (earlierAnswerId !== undefined) return { answerId: earlierAnswerId, job: undefined };
  refuseTooManyAnswers(runningTexts, sender.tier);
  const position = await placeQuestion(transaction, prepared);
  refuseFilesOfSearch(target, position.attachments);
  const personal = usesPersonalTexts(target, position) ? sender.personal : noPersonalTexts;
  const answerOptions = answerOptionsOf(sender.settings, { ...target, ...target.model }, personal);
  const counted = countQuestion({ target, answerOptions, position, text });
  const price = target.price * counted.steps;
  refuseHigherPrice(price, maxPrice, counted.steps);
  await holdPrice(transaction, prepared, price, context.now());
  const options = { answerOptions, position };
  const { turns, dropped } = await buildPrompt(transaction, context, options, counted);
  const { ownerId } = context.runner;
  const accepted = await storeAnswer(transaction, prepared, { position, price, dropped, ownerId });
  const { temperature, maxOutputTokens, instructions } = answerOptions;
  const request = { model: target.model, instructions, turns, temperature, maxOutputTokens };
  const search = searchQuestionOf(target, turns, { userId: send.userId, language });
  const { userId } = send;
  return { answerId, job: { userId, accepted, route: target.route, request, search } };
}

/** AI search answers from its sources only, and temporary chats begin without anything. */
function usesPersonalTexts({ model }: Target, { temporary }: QuestionPosition): boolean {
  return model.id !== searchModel.id && !temporary;
}

/** Media jobs have limits of their own. */
function refuseTooManyAnswers(runningTexts: number, tier: Tier): void {
  const limit = concurrentAnswers[tier];
  if (runningTexts < limit) return;
  throw new AppError('too_many_answers', `At most ${limit} answers can run at once`, { limit });
}

/** Refuses files in questions to AI search. Throws `attachment_not_accepted`. */
function refuseFilesOfSearch({ model }: Target, files: readonly unknown[]): void {
  if (model.id !== searchModel.id || files.length === 0) return;
  throw new AppError('attachment_not_accepted', `attachment_ids: ${model.title} reads no files`, {
    field: 'attachment_ids',
  });
}

/** Returns the question to AI search with the user's earlier questions; `undefined` if the target is another model. */
function searchQuestionOf(
  { model }: Target,
  turns: readonly PromptTurn[],
  asked: Pick<SearchQuestion, 'userId' | 'language'>,
): SearchQuestion | undefined {
  if (model.id !== searchModel.id) return undefined;
  const questions = turns.filter(({ role }) => role === 'user').map(({ text }) => text);
  return { text: questions.at(-1) ?? '', earlier: questions.slice(0, -1), ...asked };
}
