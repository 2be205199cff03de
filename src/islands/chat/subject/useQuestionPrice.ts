import { type Subject, mediaKindOf } from '#islands/chat/subject/useSubject.ts';
import { $chatSettings, $personalTokens } from '#stores/chat/chatSettings.ts';
import { $isTemporary } from '#stores/conversations/temporary.ts';
import {
  type AskedQuestion,
  type QuestionPrice,
  priceQuestion,
} from '#stores/chat/questionPrice.ts';
import { useStore } from '@nanostores/react';

/** Returns the price of a question to the subject; `undefined` while it is unknown. */
export function useQuestionPrice(
  subject: Subject,
  question: AskedQuestion,
): QuestionPrice | undefined {
  const settings = useStore($chatSettings);
  useStore($personalTokens);
  useStore($isTemporary);
  const { price, model } = subject;
  if (price === undefined) return undefined;
  if (subject.state === 'gpt') return priceQuestion(question, subject, settings);
  if (!model || mediaKindOf(subject)) return { price, each: price, steps: 1 };
  return priceQuestion(question, { model }, settings);
}
