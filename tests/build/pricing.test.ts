import { describe, expect, it } from 'vitest';
import { languages } from '#domain/languages.ts';
import { openBuiltSite } from '../setup/builtSite.ts';
import { textsOf } from '../setup/tags.ts';

const site = await openBuiltSite();

/** The rows of the table of models: its title, and what a question costs. */
function pricesOf(path: string): Map<string | undefined, number> {
  const { html } = site.page(path);
  const body = html.slice(html.indexOf('<tbody'), html.indexOf('</tbody>'));
  const rows = body.split('<tr').slice(1);
  return new Map(
    rows.map((row) => {
      const texts = textsOf(`<tr${row}`);
      return [texts[0], Number(texts.at(-1))];
    }),
  );
}

/** The texts of a plan, or of the packs, by the heading of its card. */
function planOf(path: string, heading: string): string {
  const cards = site.page(path).html.split('<article').slice(1);
  const texts = cards.map((card) => textsOf(`<article${card.split('</article>')[0]}`));
  return texts.find(([first]) => first === heading)?.join(' ') ?? '';
}

/** Section 9 of the specification. */
const prices: readonly [title: string, credits: number][] = [
  ['GPT-3.5-turbo', 1],
  ['GPT-4o-mini', 1],
  ['GPT-4-1106-preview', 4],
  ['GPT-4-turbo', 4],
  ['DALL-E-3', 4],
  ['Suno-V3', 5],
  ['Luma-Video', 5],
  ['Llama-3.1-8b-instant', 1],
  ['Llama-3.1-70b-versatile', 1],
  ['Claude 2', 2],
  ['Claude 3 Sonnet', 5],
  ['Claude 3.5 Sonnet', 10],
  ['Claude 3 Opus', 10],
];

describe('the table of prices', () => {
  it.each(languages)(
    'says what a question costs with each model, and with a GPT, in %s',
    (lang) => {
      const table = pricesOf(`/${lang}/pricing`);
      expect(prices.map(([title]) => [title, table.get(title)])).toEqual(prices);
      expect(table.size).toBe(prices.length + 1);
      expect([...table.values()][0]).toBe(1);
    },
  );

  it('says below each model what it is for', () => {
    const text = textsOf(site.page('/en/pricing').html);
    for (const tip of [
      'Quick and plain, for everyday questions.',
      'Small and quick, and good at reasoning for its size.',
      'GPT-4 with knowledge up to April 2023.',
      'Careful with long texts and hard problems.',
      'Reads long documents patiently.',
      'Balanced between speed and depth.',
      'Strong at code and at writing.',
      'The most thorough of the Claude 3 family.',
      'An open model that answers at once.',
      'An open model for broader tasks.',
      'Draws a picture from a description.',
      'Makes a song from a description, in about 3 minutes.',
      'Makes a short video from a description, in about 3 minutes.',
    ]) {
      expect(text).toContain(tip);
    }
  });
});

describe('the cards of plans and packs', () => {
  it('say what Basic gives by the week and Pro by the month', () => {
    expect(planOf('/en/pricing', 'Basic')).toContain('200 credits a week');
    const pro = planOf('/en/pricing', 'Pro');
    expect(pro).toContain('13,500 credits a month');
    expect(pro).toContain('1,500 each of GPT-4, DALL·E and GPTs queries');
  });

  it('take 20 percent off a year, for both plans', () => {
    for (const plan of ['Basic', 'Pro']) {
      const text = planOf('/en/pricing', plan);
      const [month, year] = [/\$([\d.,]+) a month/, /\$([\d.,]+) a year, 20% less/].map((pattern) =>
        Math.round(100 * Number(pattern.exec(text)?.[1]?.replaceAll(',', ''))),
      );
      expect(year).toBe(Math.round(((month ?? 0) * 12 * 80) / 100));
    }
  });

  it('offer packs of 500 and 1000 credits', () => {
    expect(planOf('/en/pricing', 'Credit packs').match(/[\d,]+ credits/g)).toEqual([
      '500 credits',
      '1,000 credits',
    ]);
  });
});
