import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { HelpName } from '#domain/help/helpPaths.ts';
import { type Language, languages } from '#domain/languages/languages.ts';
import { models } from '#domain/models/models.ts';
import { offers } from '#domain/pricing/offers.ts';

const parts = models.filter(({ stepTokens, maxInputTokens }) => stepTokens < maxInputTokens);

describe('the help page about choosing a model', () => {
  it.each(languages)('names the models that one price covers in %s', async (language) => {
    // Thousands are separated in the way of each language.
    const text = (await readHelp(language, 'choosing-a-model')).replace(
      /(\d)[.,\u202f](?=\d{3})/g,
      '$1',
    );
    expect(parts).toHaveLength(11);
    const paragraph = text.split('\n').find((line) => line.includes('27700')) ?? '';
    for (const { title, stepTokens } of parts) {
      expect(paragraph).toContain(title);
      expect(paragraph).toContain(String(stepTokens));
    }
  });
});

describe('the help page about credits', () => {
  it.each(languages)('shows how many questions 100 credits buy in %s', async (language) => {
    const page = await readHelp(language, 'what-credits-buy');
    const rows = [...page.matchAll(/^\| (.+) \| (\d+) \| (\d+) \|$/gm)];
    expect(rows.map(([, , credits, questions]) => Number(credits) * Number(questions))).toEqual(
      rows.map(() => 100),
    );
    const named = models.filter(({ title }) => page.includes(title));
    expect(named.length).toBeGreaterThan(9);
    for (const { title, price } of named) {
      const row = rows.find(([, names = '']) =>
        names
          .split(/[,、 ]/)
          .join(' ')
          .includes(title),
      );
      expect(row?.[2], title).toBe(String(price));
    }
  });

  it.each(languages)(
    'says from how many credits a week Basic is cheaper in %s',
    async (language) => {
      const [pack = 0, month = 0] = (['credit_1000', 'basic'] as const).map(
        (item) => offers.prices.find((price) => price.item === item)?.amounts.USD,
      );
      const week = (month / pack) * 1_000 * (12 / 52);
      expect(Math.floor(week / 10) * 10).toBe(230);
      expect(Math.round(week * (1 - offers.yearlyPercentOff / 100))).toBe(185);
      const page = await readHelp(language, 'what-credits-buy');
      expect(page.split('\n').find((line) => line.includes('230'))).toContain('185');
    },
  );
});

function readHelp(language: Language, name: HelpName): Promise<string> {
  const page = new URL(`../../../src/content/help/${language}/${name}.md`, import.meta.url);
  return readFile(page, 'utf8');
}
