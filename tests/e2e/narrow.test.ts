import type { Page } from '@playwright/test';
import { languages } from '#domain/languages/languages.ts';
import { expect, test } from './fixtures.ts';

/** Returns the words of tables that are cut: they are on two lines without a hyphen. */
function cutWords(page: Page): Promise<string[]> {
  return page.locator('td, th').evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      const cut: string[] = [];
      while (texts.nextNode()) {
        const text = texts.currentNode;
        for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[^\s-]+/g)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) cut.push(word);
        }
      }
      return cut;
    }),
  );
}

test.describe('a narrow page without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('cuts no word in the table of the privacy page at 360 px, and keeps its rows', async ({
    site,
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await site.open('/de/privacy');
    expect(await cutWords(page)).toEqual([]);
    const table = page.getByRole('table');
    await expect(table.getByRole('columnheader')).toHaveText(['Was', 'Wo', 'Wie lange']);
    expect(await table.getByRole('row').count()).toBeGreaterThan(5);
  });

  test('shows the marks of posts whole in the list at 360 px', async ({ site, page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await site.open('/en/blog');
    const cut = await page.locator('.post-list .cover').evaluateAll(
      (covers) =>
        covers.filter((cover) => {
          // The GPTs that posts link to are not in this catalogue, so that their marks beside the first one are added.
          const [first] = cover.querySelectorAll('g');
          for (const left of [30, 90]) {
            const other = cover.appendChild(first?.cloneNode(true) as SVGGElement);
            other.setAttribute('transform', `translate(${left} 12)`);
          }
          const { left, right } = cover.getBoundingClientRect();
          const marks = [...cover.querySelectorAll('rect')]
            .map((mark) => mark.getBoundingClientRect())
            .filter(({ width }) => width > 0);
          const isWhole = (mark: DOMRect) => mark.left >= left && mark.right <= right;
          return marks.length === 0 || !marks.every(isWhole);
        }).length,
    );
    expect(cut).toBe(0);
  });

  test('shows the whole menu of the bar at 768 px in every language', async ({ site, page }) => {
    await page.setViewportSize({ width: 768, height: 900 });
    for (const language of languages) {
      await site.open(`/${language}/pricing`);
      const menu = page.locator('.bar-menu-items');
      const hidden = await menu.evaluate((items) => items.scrollWidth - items.clientWidth);
      expect(hidden, language).toBeLessThanOrEqual(0);
    }
  });

  test('shows the whole hint of the search at 360 px in every language', async ({ site, page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const language of languages) {
      await site.open(`/${language}`);
      const missing = await page.getByRole('combobox').evaluate((input) => {
        const field = input as HTMLInputElement;
        const { font, paddingLeft, paddingRight } = getComputedStyle(field);
        const ruler = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
        ruler.font = font;
        const padding = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight);
        return ruler.measureText(field.placeholder).width - (field.clientWidth - padding);
      });
      expect(missing, language).toBeLessThanOrEqual(0);
    }
  });
});
