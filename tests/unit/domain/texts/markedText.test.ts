import { describe, expect, it } from 'vitest';
import { markerOf } from '#domain/texts/markedText.ts';
import { markedText } from '#parts/markedText.ts';
import { Random } from '../../../setup/random.ts';

/** The text with its matches in square brackets. */
function shown(text: string, ...words: string[]): string {
  return markerOf(words)(text)
    .map(({ text, isMarked }) => (isMarked ? `[${text}]` : text))
    .join('');
}

describe('marking matched words', () => {
  it.each([
    ['Plans a trip; not an airplane', ['plan', 'trip'], '[Plans] a [trip]; not an airplane'],
    ['Être élève à Đà Nẵng', ['eleve', 'da'], 'Être [élève] à [Đà] Nẵng'],
    ['Straße, STRASSE', ['strasse'], '[Straße], [STRASSE]'],
    ['Bewerbungsschreiben prüfen', ['bewerbung'], '[Bewerbungsschreiben] prüfen'],
    ['帮你写求职信的助手', ['求职', '职信'], '帮你写[求职信]的助手'],
    ['用python写代码', ['python', '代码'], '用[python]写[代码]'],
    ['영어번역을 돕습니다', ['번역'], '영어[번역]을 돕습니다'],
    ['한국어'.normalize('NFD'), ['국'], `한[국]어`.normalize('NFD')],
    ['Ｆｕｌｌ　width ｶﾞｷﾞ', ['full', 'ギ'], '[Ｆｕｌｌ]　width ｶﾞ[ｷﾞ]'],
    ['C and C++ and CSS', ['c'], '[C] and [C]++ and CSS'],
    ['C++ (C#) x', ['c++', '(c#)', '.'], '[C++] [(C#)] x'],
    ['L’avocat d\u00adu d\u00adroit', ['avocat', 'droit'], 'L’[avocat] d\u00adu [d\u00adroit]'],
    ['सरल हिन्दी में', ['हिंदी'], 'सरल [हिन्दी] में'],
    ['सरल हिंदी में', ['हिंदी'], 'सरल [हिंदी] में'],
    ['nothing', ['', 'thing'], 'nothing'],
    ['', ['a'], ''],
  ])('in %s', (text, words, expected) => {
    expect(shown(text, ...words)).toBe(expected);
  });

  it('loses no character, for any query', () => {
    const random = new Random(5);
    const letters = () =>
      String.fromCodePoint(
        ...Array.from({ length: random.whole(1, 8) }, () => random.whole(0, 0x3ff) * 43),
      ).toWellFormed();
    for (let time = 0; time < 500; time += 1) {
      const text = `${letters()} ${letters()}`;
      const pieces = markerOf([letters(), text.slice(1, 3), text.slice(2, 3)])(text);
      expect(pieces.map((piece) => piece.text).join('')).toBe(text);
    }
  });

  it('writes markup that shows the text unchanged', () => {
    const marker = markerOf(['script', 'lt', '<b>']);
    expect(markedText('<script> &lt; "<b>"', marker).html).toBe(
      '&lt;<mark>script</mark>&gt; &amp;<mark>lt</mark>; &quot;<mark>&lt;b&gt;</mark>&quot;',
    );
  });
});
