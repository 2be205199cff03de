import { expect, it } from 'vitest';
import { type GptSource, shownGpt } from '#domain/gpts/shownGpt.ts';
import { allTexts } from '#i18n/allTexts.ts';
import { exampleHtml } from '#markdown/exampleHtml.ts';
import { gptExamples } from '#parts/gptExamples.ts';
import { makeGpt } from '../../fixtures/makeGpt.ts';
import { faultsOf } from '../../setup/validator.ts';

/** Answers that authors may write, with the markup that is easily invalid. */
const answers = [
  'a[^1] $$x$$ b\n\n[^1]: A note with $$y$$',
  '# A\n\n### B $$x$$\n\n# C\n\n|a|b|\n|:-:|-|\n|$$x$$|<b>q</b>|',
  '- a\n  - b\n\n    ```js\n    x\n    ```\n- [x] c\n- > q\n- | a |\n  |---|\n  | b |',
  '<details><summary>$x$</summary>\n\n# H\n\n<details><summary>in</summary>\n\ny</details></details>',
  '[](https://a.example) ![p](https://a.example/b.png) **[l](https://a.example)** <https://b.example>',
  '[a]: https://a.example',
  'مرحبا **عالم** `code` 123',
];

it.each(answers)(
  'keeps the page of a GPT valid with three examples that are answered by %j',
  async (answer) => {
    const examples = [0, 1, 2].map((index) => ({
      id: `e${index}`,
      question: `How "${index}" <b>?\n\n# ما هذا؟`,
      answer,
      source: 'author' as const,
      model: index === 0 ? null : 'Gone <Model> 1',
      date: '2026-10-01',
      lang: index === 2 ? 'ar' : null,
    }));
    const html = (id: string) => exampleHtml({ id, answer }, 'own.example');
    const gpt: GptSource = {
      ...makeGpt({ id: 'a/b "c"' }),
      examples: examples.map((example) => ({ ...example, html: html(example.id) })),
    };
    const part = gptExamples(
      allTexts('de'),
      shownGpt(gpt, (text) => text),
    );
    const page = `<!doctype html><html lang="de"><head><title>x</title></head><body><h1>x</h1>${part?.html ?? ''}</body></html>`;
    expect(await faultsOf(page)).toEqual([]);
  },
);

it.each([
  [1, 'Example', 'Beispiel', 'Exemple'],
  [2, 'Examples', 'Beispiele', 'Exemples'],
])('heads %i examples in the number that they have', (count, ...headings) => {
  const examples = Array.from({ length: count }, (_, index) => ({
    id: `e${index}`,
    question: 'How?',
    answer: 'So.',
    source: 'author' as const,
    model: null,
    date: '2026-10-01',
    lang: null,
    html: '<p>So.</p>',
  }));
  const gpt = shownGpt({ ...makeGpt({ id: 'a' }), examples }, (text) => text);
  const shown = (['en', 'de', 'fr'] as const).map(
    (language) => /<h2>(.*?)<\/h2>/.exec(gptExamples(allTexts(language), gpt)?.html ?? '')?.[1],
  );
  expect(shown).toEqual(headings);
});
