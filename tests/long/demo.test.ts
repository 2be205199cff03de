import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { privacyPath } from '#domain/site/sitePaths.ts';
import { expectNothingWrong } from '../e2e/axe.ts';
import { launchChromium } from '../setup/chromium.ts';
import { type Product, startProduct } from '../setup/product.ts';
import { tagsOf } from '../setup/tags.ts';

/** Far more than a start takes, so that a busy machine passes, and one that became many times slower does not. */
const startMilliseconds = 400_000;

describe('the first start with --demo', () => {
  let product: Product;

  beforeAll(async () => {
    product = await startProduct({}, ['--demo']);
  }, startMilliseconds);

  afterAll(() => product.close());

  async function read(path: string): Promise<string> {
    const response = await fetch(new URL(path, product.url));
    expect(response.headers.get('x-robots-tag'), path).toBe('noindex');
    return response.text();
  }

  it.each([
    '/en',
    '/de/gpts/gpt-4-all',
    '/ja/ranking/daily',
    '/en/search?query=python',
    '/fr/login',
    '/en/chat/g/gpt-4-all',
    '/en/nowhere',
    '/nextchat',
    privacyPath,
  ])('marks without a script that the data of %s are generated', async (path) => {
    expect(await read(path)).toContain('class="demo-strip"');
  });

  it.each(['daily', 'weekly', 'monthly', 'categories', 'all'])(
    'fills the %s ranking',
    async (range) => {
      const links = tagsOf(await read(`/en/ranking/${range}`)).filter(({ attributes }) =>
        attributes.get('href')?.startsWith('/en/gpts/'),
      );
      expect(links.length).toBeGreaterThan(15);
    },
  );

  it('has no accessibility errors', async () => {
    const browser = await launchChromium();
    try {
      const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
      for (const path of ['/en', '/en/ranking/weekly', '/en/gpts/gpt-4-all', privacyPath]) {
        await page.goto(new URL(path, product.url).href);
        await expectNothingWrong(page);
      }
    } finally {
      await browser.close();
    }
  });

  it('shows rising GPTs, ratings and a chart', async () => {
    expect(await read('/en')).toContain('id="rising"');
    expect(await read('/en/by/rating')).toMatch(/\d\.\d/);
    expect(await read('/en/gpts/gpt-4-all')).toContain('chats in the 90 days up to');
  });
});
