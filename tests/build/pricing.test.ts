import { describe, expect, it } from 'vitest';
import { languages } from '#domain/languages/languages.ts';
import { openBuiltSite } from '../setup/builtSite.ts';
import { textsOf } from '../setup/tags.ts';

const site = await openBuiltSite();

/** The rows of the table of models: its title, and its numbers. */
function pricesOf(path: string): Map<string | undefined, number[]> {
  const { html } = site.page(path);
  const body = html.slice(html.indexOf('<tbody'), html.indexOf('</tbody>'));
  const rows = body.split('<tr').slice(1);
  return new Map(
    rows.map((row) => {
      const [title = '', ...numbers] = row.split('<td').slice(1);
      return [
        textsOf(`<td${title}`)[0],
        numbers.map((cell) => Number(textsOf(`<td${cell}`)[0]?.replaceAll(/\D/g, ''))),
      ];
    }),
  );
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

/** The models that answer today, priced by rule. */
const current: typeof prices = [
  ['GPT-6 luna', 1],
  ['GPT-6 sol', 4],
  ['Claude Haiku 5.5', 1],
  ['Claude Sonnet 5.5', 4],
  ['Claude Opus 5.5', 8],
  ['GPT-OSS 20b', 1],
  ['GPT-OSS 120b', 1],
];

describe('the table of prices', () => {
  it.each(languages)('shows the price of a question to each model, and to a GPT, in %s', (lang) => {
    const table = pricesOf(`/${lang}/pricing`);
    const all = [...prices, ...current];
    expect(all.map(([title]) => [title, table.get(title)?.[0]])).toEqual(all);
    expect(table.size).toBe(all.length + 2);
    // Any GPT, and AI search.
    expect([...table.values()].slice(0, 2).map(([credits]) => credits)).toEqual([1, 2]);
  });

  it('shows how many questions to each model a month of Basic and of Pro pay for', () => {
    const table = pricesOf('/en/pricing');
    for (const [title, credits] of prices) {
      expect(table.get(title)?.slice(1), title).toEqual([
        Math.floor(1_733 / credits),
        Math.floor(13_500 / credits),
      ]);
    }
  });

  it('shows below each model its purpose', () => {
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
