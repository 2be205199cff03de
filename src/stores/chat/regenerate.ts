import { countEvent } from '#stores/browser/analytics.ts';
import { isSignedOut } from '#stores/browser/message.ts';
import { newId } from '#stores/browser/newId.ts';
import { type OnRefused, openAnswer } from '#stores/answers/answerSession.ts';
import { optionsOf, questionTarget, showNewer, withdraw } from '#stores/chat/chat.ts';
import { questionLanguage } from '#stores/chat/questionLanguage.ts';
import { endOf, headOf, storedId } from '#stores/chat/questionPosition.ts';
import { priceAndOptions, questionOf, reloadPriced } from '#stores/chat/questionPrice.ts';
import { notifyRefusal } from '#stores/chat/refusal.ts';
import {
  $askedCount,
  $isIdle,
  type Answer,
  changeThread,
  currentThread,
  newAnswer,
} from '#stores/thread/thread.ts';

/**
 * Asks the question of an answer again, `model` if given. The new answer is another version of the old one. Returns
 * whether the question was sent. `beyondLimit` lets it pass the user's own limit.
 */
export function regenerate(answer: Answer, model?: string, beyondLimit = false): boolean {
  const thread = currentThread();
  if (!thread || !$isIdle.get()) return false;
  const questionId = storedId(thread, answer.parentKey);
  const target = model === undefined ? questionTarget() : { model };
  if (!target || answer.parentKey === null || questionId === undefined) return false;
  const requestId = newId();
  const leafBefore = endOf(thread);
  const options = optionsOf(target, answer.options);
  const name = 'model' in target ? target.model : '';
  const expected = newAnswer(requestId, answer.parentKey, { model: name, options });
  changeThread(({ all }) => ({ all: [...all, expected], leafKey: expected.key }));
  $askedCount.set($askedCount.get() + 1);
  countEvent('chat', 'regenerate');
  const body = {
    request_id: requestId,
    head_id: headOf(thread),
    target,
    ...priceAndOptions(target, options, questionOf(answer)),
    ...(beyondLimit && { beyond_limit: true }),
    ...questionLanguage(target),
  };
  const onRefused: OnRefused = (own, error) => {
    if (!isSignedOut(error)) notifyRefusal(error, () => regenerate(answer, model, true));
    reloadPriced(target, error);
    if (own.shown) withdraw(expected.key, leafBefore);
    if (own.shown) showNewer(error);
  };
  const source = { regeneration: { params: { id: questionId }, body } };
  void openAnswer({ answerKey: expected.key, questionKey: undefined }, source, onRefused);
  return true;
}
