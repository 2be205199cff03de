import type { Locator } from '@playwright/test';
import { rankingPath } from '#domain/ranking/rankingPaths.ts';
import { expect, test } from './fixtures.ts';

/** Returns the words that are broken into more than one line. */
async function brokenWords(cells: Locator): Promise<string[]> {
  return cells.evaluateAll((all) =>
    all.flatMap((cell) => {
      const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode();
      if (text === null) return [];
      const words = [...(text.textContent ?? '').matchAll(/\S+/g)];
      const isBroken = (word: RegExpExecArray) => {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        return range.getClientRects().length > 1;
      };
      return words.filter(isBroken).map(([word]) => word);
    }),
  );
}

for (const language of ['en', 'de', 'fr', 'vi'] as const) {
  // German has the longest words.
  const tag = language === 'de' ? '' : '@long';
  test(`a ranking breaks no category in the middle of a word on a tablet, in ${language} ${tag}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 768, height: 900 });
    await page.goto(rankingPath(language, 'all'));
    const categories = page.getByRole('main').locator('td:nth-child(3)');
    await expect(categories.first()).toBeVisible();
    expect(await brokenWords(categories)).toEqual([]);
  });
}
