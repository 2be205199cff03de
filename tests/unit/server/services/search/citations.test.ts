import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unsupportedMark } from '#domain/search/aiSearch.ts';
import { factsIn, formsIn } from '#server/services/search/citations/facts.ts';
import {
  citationsIn,
  normaliseCitations,
} from '#server/services/search/citations/normaliseCitations.ts';
import { SentenceStream } from '#server/services/search/citations/sentenceStream.ts';
import { sentencesOf } from '#server/services/search/citations/sentences.ts';
import { markdownToHtml } from '#markdown/markdownToHtml.ts';
import { injectedAnswers } from '../../../../fixtures/injections.ts';
import { shareWords } from '../../../../fixtures/shareWords.ts';
import { checkSentence } from '../../../../setup/checkSentence.ts';

function isSupported(sentence: string, source: string): boolean {
  return checkSentence(`${sentence} [1]`, new Map([[1, formsIn(source)]])).isSupported;
}

describe('sentences', () => {
  it.each([
    ['It rose. [1] Then it fell.[2]', ['It rose. [1] ', 'Then it fell.[2]']],
    ['Am 3. Mai kam Dr. Meier. Danach ging er.', ['Am 3. Mai kam Dr. Meier. ', 'Danach ging er.']],
    ['Das gilt z. B. für Äpfel. Birnen nicht.', ['Das gilt z. B. für Äpfel. ', 'Birnen nicht.']],
    ['水星没有卫星。[1]金星也没有。', ['水星没有卫星。[1]', '金星也没有。']],
    ['犬です。猫です。', ['犬です。', '猫です。']],
    ['- one\n- two\n', ['- one\n', '- two\n']],
  ])('of %j', (text, expected) => {
    expect(sentencesOf(text).map((piece) => piece.text)).toEqual(expected);
  });

  const pieces = fc.array(
    fc.oneof(
      fc.constantFrom(
        '. ',
        '。',
        '[1]',
        '[2] ',
        '\n',
        '\n\n',
        '3. ',
        'Dr. ',
        '! ',
        '| a |\n',
        '“',
        ')',
      ),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
    ),
    { maxLength: 40 },
  );

  it('are the text again when put together, with their places', () => {
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = parts.join('');
        const found = sentencesOf(text);
        expect(found.map((piece) => piece.text).join('')).toBe(text);
        for (const piece of found) expect(text.slice(piece.start, piece.end)).toBe(piece.text);
      }),
      { seed: 54, numRuns: 500 },
    );
  });

  it('lose no text for any boundaries of chunks', () => {
    fc.assert(
      fc.property(pieces, (parts) => {
        const stream = new SentenceStream();
        const out = [...parts.flatMap((part) => stream.add(part)), ...stream.end()];
        expect(out.map(({ text }) => text).join('')).toBe(parts.join(''));
      }),
      { seed: 54, numRuns: 500 },
    );
  });
});

describe('citations', () => {
  it.each([
    ['a [1]', 'a [1]'],
    ['a 【1】【2†source】', 'a [1][2]'],
    ['a [1, 2; 3]', 'a [1][2][3]'],
    ['a [1-3]', 'a [1][2][3]'],
    ['a［１］', 'a[1]'],
    ['a [^2]', 'a [2]'],
    ['a [4]', 'a '],
    ['a [2, 9]', 'a [2]'],
    ['a [see below]', 'a [see below]'],
    ['a [1-999999999]', 'a [1-999999999]'],
    ['a [1, 20]', 'a [1, 20]'],
    ['a [1, 1, 2]', 'a [1, 1, 2]'],
    ['x = [2]', 'x = [2]'],
    ['x ∈ [2, 3]', 'x ∈ [2, 3]'],
    ['the interval [2, 3] [1]', 'the interval [2, 3] [1]'],
    ['die Liste [3, 1, 2]', 'die Liste [3, 1, 2]'],
    ['区间[2, 3]', '区间[2, 3]'],
    ['in this list [1]', 'in this list [1]'],
  ])('%j becomes %j', (text, expected) => {
    expect(normaliseCitations(text, new Set([1, 2, 3]))).toBe(expected);
  });

  it('name only sources that were opened, for any text', () => {
    const part = fc.constantFrom(
      '[',
      ']',
      '【',
      '】',
      '［',
      '］',
      '1',
      '2',
      '7',
      '９',
      ',',
      '-',
      ' ',
      'x',
      '^',
      '†',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const { text } = checkSentence(parts.join(''), new Map([[1, new Set<string>()]]));
        expect(citationsIn(text).filter((number) => number !== 1)).toEqual([]);
      }),
      { seed: 54, numRuns: 2_000 },
    );
  });
});

describe('numbers and dates', () => {
  it.each([
    ['It has 1,000 rooms.', 'Es hat 1.000 Zimmer.'],
    ['它有１０００个房间。', 'It has 1,000 rooms.'],
    ['It grew by 5 %.', 'Es wuchs um 5 Prozent.'],
    ['增长了百分之5。', 'It grew by 5 percent.'],
    ['1.5 million people live there.', '那里有150万人。'],
    ['Dort leben 1,5 Mio. Menschen.', '1,500,000 people live there.'],
    ['It costs 2 billion.', 'Es kostet 2 Milliarden Euro.'],
    ['On 3 May 2024 it opened.', 'Eröffnet am 3. Mai 2024.'],
    ['On May 3, 2024 it opened.', '2024年5月3日开放。'],
    ['Es öffnete am 03.05.2024.', 'It opened on 2024-05-03.'],
    ['It opened in May 2024.', 'Eröffnet am 3. Mai 2024.'],
    ['It opened in 2024.', '2024年5月3日开放。'],
    ['Mars has 2 moons.', '火星有两颗卫星。'],
    ['火星有2颗卫星。', 'Mars has two moons.'],
    ['Im Februar 2023 waren es 12.', 'In February 2023 there were twelve.'],
    ['1. It has rooms.', 'It has rooms.'],
    ['It is 29.5 km long.', 'Sie ist 29,5 km lang.'],
  ])('%j is found in %j', (sentence, source) => {
    expect(isSupported(sentence, source)).toBe(true);
  });

  it.each([
    ['It has 1,001 rooms.', 'Es hat 1.000 Zimmer.'],
    ['It grew by 5 %.', 'It has 5 rooms.'],
    ['On 4 May 2024 it opened.', 'Eröffnet am 3. Mai 2024.'],
    ['It opened in June 2024.', 'Eröffnet am 3. Mai 2024.'],
    ['It opened in 2025.', '2024年5月3日开放。'],
    ['1.6 million people live there.', '那里有150万人。'],
    ['It has three moons.', 'It has two moons.'],
    ['它有１００１个房间。', 'It has 1,000 rooms.'],
  ])('%j is not found in %j', (sentence, source) => {
    expect(isSupported(sentence, source)).toBe(false);
  });

  it('are found in the text that they come from, in every spelling of a number', () => {
    const written = fc.integer({ min: 0, max: 10_000_000 }).chain((value) =>
      fc.tuple(
        fc.constantFrom('en', 'de', 'fr', 'zh', 'de-CH').map((tag) => value.toLocaleString(tag)),
        fc.constantFrom('en', 'de', 'fr', 'zh', 'de-CH').map((tag) => value.toLocaleString(tag)),
      ),
    );
    fc.assert(
      fc.property(written, ([one, other]) =>
        isSupported(`It has ${one} of them.`, `Es sind ${other} da`),
      ),
      { seed: 54, numRuns: 1_000 },
    );
  });

  it('are in the sentence itself, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const forms = formsIn(text);
        return factsIn(text).every((fact) => fact.forms.some((form) => forms.has(form)));
      }),
      { seed: 54, numRuns: 2_000 },
    );
  });

  it('are marked if no source has them, inside the cell of a table', () => {
    const sources = new Map([[1, formsIn('Two moons')]]);
    expect(checkSentence('It has 5 moons [1]. ', sources).text).toBe(
      `It has 5 moons [1].${unsupportedMark} `,
    );
    expect(checkSentence('| Mars | 5 [1] |\n', sources).text).toBe(
      `| Mars | 5 [1]${unsupportedMark} |\n`,
    );
    expect(checkSentence('It has 5 moons. ', sources).isSupported).toBe(false);
    expect(checkSentence(`It has 2 moons [1].${unsupportedMark}`, sources).text).toBe(
      'It has 2 moons [1].',
    );
  });
});

describe('text of a model that a hostile page controls', () => {
  it('is tested in at least 60 ways', () => {
    expect(injectedAnswers.length).toBeGreaterThanOrEqual(60);
  });

  it.each(injectedAnswers)('leads nowhere and loads nothing: %j', (answer) => {
    const text = checkedText([`${answer}\n\nEnd.`]);
    const html = markdownToHtml(text, shareWords);
    expect(html).not.toMatch(/<(?:a|img|script|iframe|svg|link|meta|form|video|style)\b/i);
    expect(html).not.toMatch(/<[^>]*\b(?:href|src)=/i);
    expect(citationsIn(text).filter((number) => number !== 1)).toEqual([]);
  });

  it('leads nowhere, for any combination of Markdown', () => {
    const part = fc.constantFrom(
      ...'[]()!<>:`\\^"|a1.@\n'.split(''),
      ' ',
      'https://evil.example/x',
      '//evil.example',
      'www.',
      'evil.example',
      'javascript:x',
      'a@evil.example',
      'img src=x',
      '. ',
      '[1]',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const html = markdownToHtml(checkedText(parts), shareWords);
        expect(html).not.toMatch(/<(?:a|img)\b/i);
      }),
      { seed: 54, numRuns: 5_000 },
    );
  });
});

/** A text as it is shown when it arrives in these pieces. */
function checkedText(pieces: readonly string[]): string {
  const stream = new SentenceStream();
  const sources = new Map([[1, new Set<string>()]]);
  let text = '';
  const sentences = [...pieces.flatMap((piece) => stream.add(piece)), ...stream.end()];
  for (const { text: sentence, isFixed } of sentences) {
    text += isFixed ? sentence : checkSentence(sentence, sources, text.at(-1)).text;
  }
  return text;
}
