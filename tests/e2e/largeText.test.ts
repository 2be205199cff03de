import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { type Language, languages } from '#domain/languages/languages.ts';
import { translator } from '#i18n/translate.ts';
import { expect, test } from './fixtures.ts';
import { enlargeText, lostParts } from './lostParts.ts';

/** One page of each kind. */
const sitePages = [
  '',
  '/gpts/regex-workbench',
  '/search?query=a',
  '/ranking/all',
  '/pricing',
  '/categories',
  '/collections',
  '/blog/choosing-a-model',
  '/contact',
  '/login',
];

/** Pages of a user, and a text that shows that their data have come. */
const ownPages = [
  ['/chat/settings', '#sessions ~ ul'],
  ['/chat/openai/gpt-4o-mini', '#message'],
  ['/orders', 'h1'],
  ['/pay/new?product=pro_month&currency=USD', 'form h1'],
] as const;

async function expectNothingLost(page: Page): Promise<void> {
  await enlargeText(page);
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect([page.url(), width, ...(await lostParts(page))]).toEqual([page.url(), width]);
  }
}

for (const language of ['en', 'de']) {
  test(`text of twice the size loses nothing on pages of the site in ${language}`, async ({
    page,
  }) => {
    for (const path of sitePages) {
      await page.goto(`/${language}${path}`);
      await expectNothingLost(page);
    }
  });
}

test('text of twice the size loses nothing on the pricing page in the other languages', async ({
  page,
}) => {
  for (const language of ['zh', 'zh_TW', 'ja', 'ko', 'fr', 'vi']) {
    await page.goto(`/${language}/pricing`);
    await expectNothingLost(page);
  }
});

test('text of twice the size loses nothing on the pages of a user', async ({ page, signIn }) => {
  await signIn();
  for (const [path, part] of ownPages) {
    await page.goto(`/de${path}`);
    await expect(page.locator(part).first()).toBeVisible();
    await expectNothingLost(page);
  }
});

test('the key of the search field is in the middle of it at any size of text', async ({ page }) => {
  for (const size of ['100%', '200%']) {
    await page.goto('/en');
    await page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize;
    }, size);
    const field = await page.locator('.search-field').boundingBox();
    const key = await page.locator('.search-key').boundingBox();
    if (!field || !key) throw new Error('The search field has no key');
    expect(key.height).toBeLessThanOrEqual(field.height);
    const middle = field.y + field.height / 2;
    expect(Math.abs(key.y + key.height / 2 - middle)).toBeLessThanOrEqual(1);
  }
});

/** A page with the strip of a demo alone: the site of these tests is none. */
function demoPage(language: Language, fontSize: string): string {
  const t = translator(language, 'site');
  const style = readFileSync('src/layouts/site/DemoStyle.astro', 'utf8').replace(/^---.*?---/s, '');
  return `<!doctype html><html lang="${language}" style="font: ${fontSize} sans-serif">${style}
    <style>* { box-sizing: border-box; margin: 0 }</style>
    <aside class="demo-strip"><strong>${t('demo.title')}</strong> ${t('demo.text')}</aside>`;
}

test('the strip of demo data shows its whole sentence at any size of text', async ({ page }) => {
  for (const language of languages) {
    for (const fontSize of ['100%', '150%', '200%']) {
      await page.setContent(demoPage(language, fontSize));
      for (const width of [320, 360, 640, 1280]) {
        await page.setViewportSize({ width, height: 400 });
        const cut = await page.locator('.demo-strip').evaluate((strip) => {
          const text = document.createRange();
          text.selectNodeContents(strip);
          const { top, right, bottom, left } = text.getBoundingClientRect();
          const edge = strip.getBoundingClientRect();
          return top < edge.top || bottom > edge.bottom || left < 0 || right > innerWidth;
        });
        expect([language, fontSize, width, cut]).toEqual([language, fontSize, width, false]);
      }
    }
  }
});
