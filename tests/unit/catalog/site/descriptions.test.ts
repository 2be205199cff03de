import { describe, expect, it } from 'vitest';
import { type DescriptionPart, limitsOf, pageDescription } from '#catalog/site/descriptions.ts';
import { type Language, languages } from '#domain/languages/languages.ts';
import { nastyGpts } from '../../../fixtures/snapshot.ts';

const english =
  'Plans an experiment you can trust, with hypothesis, sample size, duration and stopping rule, and reads the result without wishful thinking. Then it says what to do next.';
const chinese =
  '先问清楚你的用户是谁、要解决什么问题，再和你一起写出一页纸的产品说明。然后逐条检查每个功能是否真的必要，并给出可以马上动手的第一步。最后把结论整理成一张清楚的表格，方便你和整个团队一起讨论下一步的安排。';

function expectWhole(language: Language, text: string): void {
  const { least, most } = limitsOf(language, text);
  expect(Array.from(text).length, text).toBeGreaterThanOrEqual(least);
  expect(Array.from(text).length, text).toBeLessThanOrEqual(most);
  expect(text.isWellFormed()).toBe(true);
}

describe('the description of a page', () => {
  it('ends with a sentence, or else with a word', () => {
    expect(pageDescription('en', [english])).toBe(
      'Plans an experiment you can trust, with hypothesis, sample size, duration and stopping rule, and reads the result without wishful thinking.',
    );
    expect(pageDescription('en', [english.replaceAll('.', ',')])).toBe(
      'Plans an experiment you can trust, with hypothesis, sample size, duration and stopping rule, and reads the result without wishful thinking, Then it says what…',
    );
    expect(pageDescription('zh', [chinese])).toBe(
      '先问清楚你的用户是谁、要解决什么问题，再和你一起写出一页纸的产品说明。然后逐条检查每个功能是否真的必要，并给出可以马上动手的第一步。',
    );
  });

  it('of a text in another script fits the text and the page', () => {
    expect(pageDescription('ja', [english])).toBe(
      'Plans an experiment you can trust, with hypothesis, sample size, duration and stopping…',
    );
    expectWhole('en', pageDescription('en', [chinese]));
  });

  it('adds details until it is long enough, and repeats nothing', () => {
    const parts = ['Explains maths.', 'Explains maths.', 'What is a fraction?', 'Not needed'];
    const about = /^Explains maths\. What is a fraction\? Not needed · Dolores is .*\.$/;
    expect(pageDescription('en', parts)).toMatch(about);
    const long = `Explains maths. ${'Step by step. '.repeat(5)}`;
    expect(pageDescription('en', [long, ...parts])).toBe(long.trim());
  });

  it('leaves out names that do not fit, and shortens none', () => {
    const long = (letter: string) => `<${letter.repeat(50)} {{name}}>`;
    const names = [long('a'), long('b'), long('c'), 'Another\tone', long('d')];
    expect(pageDescription('en', ['Writing', names])).toBe(
      `Writing · ${long('a')}, ${long('b')}, Another one`,
    );
    expectWhole('ja', pageDescription('ja', ['ライティング', names]));
  });

  it('has a valid length in every language, for any text of an author', () => {
    const odd: DescriptionPart[][] = [
      [],
      ['❤️'],
      ['👩‍👩‍👧‍👦'.repeat(60)],
      ['e\u0301'.repeat(300)],
      [`${'😀'.repeat(200)}\ud800`],
      [`\u0000 \n${'x'.repeat(10_000)}`],
      [chinese, [english]],
      [`${english} ${chinese}`],
      ['Короткое описание'],
      ['x'.repeat(150), ['y'.repeat(20)]],
      ...nastyGpts.map(({ name, description, welcome_message: welcome, prompt_starters }) => [
        description ?? '',
        welcome ?? '',
        ...prompt_starters,
        [name],
      ]),
    ];
    for (const language of languages) {
      for (const parts of odd) expectWhole(language, pageDescription(language, parts));
    }
  });
});
