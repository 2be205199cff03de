import { expect, it } from 'vitest';
import { joinSentences, spaceAfter } from '#domain/texts/joinSentences.ts';

it.each([
  [['It failed.', 'It cost nothing.'], 'It failed. It cost nothing.'],
  [['失败了。', '没有收费。'], '失败了。没有收费。'],
  [['Try again later', 'It cost nothing.'], 'Try again later · It cost nothing.'],
  [['', 'Only one.', ''], 'Only one.'],
  [[], ''],
])('joins the sentences %j', (sentences, text) => {
  expect(joinSentences(sentences)).toBe(text);
});

it.each([
  ['By e-mail:', ' '],
  ['이메일:', ' '],
  ['电子邮件：', ''],
  ['保存对话。', ''],
])('puts a space after %j only without full-width punctuation', (sentence, space) => {
  expect(spaceAfter(sentence)).toBe(space);
});
