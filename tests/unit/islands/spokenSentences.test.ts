import { describe, expect, it } from 'vitest';
import { guessLanguage } from '#domain/languages/guessLanguage.ts';
import { spokenSentences } from '#islands/answer/spokenSentences.ts';

describe('an answer that is read aloud', () => {
  it('is sentences without Markdown, code, hosts and numbers of footnotes', () => {
    const answer = `## Result

It is **42** &amp; more[^1]. See [this page](https://other.example).

- One
- Two

\`\`\`ts
const a = 1;
\`\`\`

[^1]: A note.`;
    expect(spokenSentences(answer)).toEqual([
      'Result',
      'It is 42 & more.',
      'See this page.',
      'One',
      'Two',
    ]);
  });

  it('has short sentences, also without spaces', () => {
    expect(spokenSentences('今日は晴れです。明日は雨です。')).toEqual([
      '今日は晴れです。',
      '明日は雨です。',
    ]);
    const long = spokenSentences('word '.repeat(200));
    expect(long.every((sentence) => sentence.length <= 240)).toBe(true);
    expect(long.join(' ')).toBe('word '.repeat(200).trim());
  });
});

describe('the language of a text', () => {
  it.for([
    ['The price of this is one credit.', 'de', 'en'],
    ['Das ist nicht der Preis.', 'en', 'de'],
    ['Le prix est dans les paramètres.', 'en', 'fr'],
    ['Giá của một câu hỏi', 'en', 'vi'],
    ['每個問題一點', 'zh_TW', 'zh_TW'],
    ['질문의 가격', 'en', 'ko'],
    ['42', 'fr', 'fr'],
  ] as const)('of “%s” is found by letters and frequent words', ([text, fallback, language]) => {
    expect(guessLanguage(text, fallback)).toBe(language);
  });
});
