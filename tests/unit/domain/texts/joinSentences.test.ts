import { expect, it } from 'vitest';
import { joinSentences } from '#domain/texts/joinSentences.ts';

it.each([
  [['It failed.', 'It cost nothing.'], 'It failed. It cost nothing.'],
  [['失败了。', '没有收费。'], '失败了。没有收费。'],
  [['Try again later', 'It cost nothing.'], 'Try again later · It cost nothing.'],
  [['', 'Only one.', ''], 'Only one.'],
  [[], ''],
])('joins the sentences %j', (sentences, text) => {
  expect(joinSentences(sentences)).toBe(text);
});
