import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { AnswerText } from '#islands/answer/AnswerText.tsx';
import { TextProvider } from '#islands/shared/text.tsx';
import { plainText } from '#markdown/plainText.ts';
import { shownText } from '#markdown/shownText.ts';

const image = (name: string) => `Picture: ${name}`;
const options = { image, ownHost: 'none', isCited: false };

/** Parts of answers; a document is several of them in any order. */
const parts = [
  'snake_case_name and C# and a > b',
  '**bold**text, *leaning* and ~~struck~~',
  '`#include <a_b>` | `x ~ y`',
  '```c\n#include <stdio.h> // *not* _marked_\nint a = b > c;\n```',
  '# A *title*',
  '- one\n- two\n  1. three `a|b`\n\n     four\n- [x] done',
  '> quoted\n> > twice',
  '| a `b` | c |\n|---|---|\n| 1 | \\| 2 |',
  '[text](https://a.example/x_y) and https://b.example/c_d',
  '[text][1] here[^n]\n\n[1]: https://a.example\n[^n]: A *note*',
  'H<sub>2</sub>O<br>&lt;b&gt; &amp; <u>x</u> \\*stars\\*',
  '<details><summary>More *of* it</summary>\n\nInside **it**\n\n</details>',
  'An open **mark and a [bracket](',
  '---',
  '中文**粗体**文字',
];

it('reads the text of an answer as it is drawn', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 6 }), (chosen) => {
      const answer = chosen.join('\n\n');
      expect(textLines(shownText(answer, options))).toEqual(drawnLines(answer));
    }),
    { numRuns: 60 },
  );
});

it('reads the letters of formulas without their signs', () => {
  expect(shownText(String.raw`So $E = mc^{2}$ is \(\alpha x_1\).`, options)).toBe(
    'So E=mc2 is x1.',
  );
});

it('reads the names of pictures, and no hosts in answers with sources', () => {
  const answer = '![Cat](https://a.example/c.png) [b](https://b.example)';
  expect(shownText(answer, options)).toBe('Picture: Cat (a.example) b (b.example)');
  expect(shownText(answer, { ...options, isCited: true })).toBe('Picture: Cat b');
});

/** The elements that begin a line, as in `rangesIn.ts`. */
const blockTags = /<\/?(?:p|li|pre|td|th|h\d|summary|div|ul|ol|details|table)\b[^>]*>/g;

function drawnLines(answer: string): string[] {
  const html = renderToStaticMarkup(
    <TextProvider language="en" messages={{}}>
      <AnswerText text={answer} />
    </TextProvider>,
  );
  const text = html
    .replaceAll(/<div class="answer-code-head">.*?<\/div>/g, '')
    .replaceAll(blockTags, '\n')
    .replaceAll(/<[^>]*>/g, '');
  return textLines(plainText(text));
}

function textLines(text: string): string[] {
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
}
