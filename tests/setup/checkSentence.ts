import {
  AnswerChecker,
  type CheckedSentence,
  type SourceForms,
} from '#server/services/search/citations/answerChecker.ts';

/** Checks one sentence without those before it. `before` is the last character of the preceding text. */
export function checkSentence(
  sentence: string,
  sources: SourceForms,
  before = '',
): CheckedSentence {
  return new AnswerChecker(sources).check(sentence, before);
}
