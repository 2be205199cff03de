import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { runCommand } from './operator.ts';

test.describe('a page that the visitor leaves', () => {
  test('sends its events once, and no request before', async ({ site, page }) => {
    const source = `letter-${someLetters()}`;
    await recordBeacons(page);
    await site.open(`/en/pricing?utm_source=${source}`);
    await page.mouse.wheel(0, 300);
    await site.sign.click();
    await page.keyboard.press('Escape');
    await page.waitForLoadState('networkidle');
    expect(await beaconsOf(page)).toEqual([]);
    await page.locator('.foot a[href="/en/blog"]').click();
    await page.waitForURL('**/en/blog');
    const pricing = {
      page: { pricing: 1 },
      login: { open: 1 },
      footer: { blog: 1 },
      utm_source: { [source]: 1 },
    };
    expect(await beaconsOf(page)).toEqual([pricing]);
    await site.menu.getByRole('link', { name: 'Claude3' }).click();
    await page.waitForURL('**/login?*');
    const blog = { page: { blog: 1 }, navigation: { claude: 1 } };
    expect((await beaconsOf(page)).slice(0, 2)).toEqual([pricing, blog]);
    const counts = await runCommand('stats', '--days', '2', '--category', 'utm_source');
    expect(counts).toMatch(new RegExp(` 1  ${source}$`, 'm'));
  });

  test('counts events of the chat area @long', async ({ chat, page, signIn }) => {
    await recordBeacons(page);
    await signIn();
    await chat.open('openai/gpt-4o-mini');
    await chat.askToTheEnd('Hello');
    expect(await beaconsOf(page)).toEqual([]);
    await page.goto('/robots.txt');
    expect(await beaconsOf(page)).toEqual([{ page: { chat: 1 }, chat: { question: 1 } }]);
  });

  for (const [name, value, tag] of [
    ['doNotTrack', '1', '@long'],
    ['globalPrivacyControl', true, ''],
  ] as const) {
    test(`sends nothing with ${name} ${tag}`, async ({ site, page }) => {
      await page.addInitScript(
        ([property, refusal]) =>
          Object.defineProperty(Navigator.prototype, property, { get: () => refusal }),
        [name, value] as const,
      );
      await recordBeacons(page);
      await site.open('/en?utm_source=post');
      await page.locator('.foot a[href="/en/blog"]').click();
      await page.waitForURL('**/en/blog');
      await page.goto('/robots.txt');
      expect(await beaconsOf(page)).toEqual([]);
    });
  }
});

/** Playwright does not see the requests of a page that is left: the page itself records and sends them. */
async function recordBeacons(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const texts = new WeakMap<object, unknown>();
    globalThis.Blob = class extends Blob {
      constructor(parts?: BlobPart[], options?: BlobPropertyBag) {
        super(parts, options);
        texts.set(this, parts?.[0]);
      }
    };
    const send = navigator.sendBeacon.bind(navigator);
    navigator.sendBeacon = (url, body) => {
      const before = JSON.parse(sessionStorage.getItem('beacons') ?? '[]') as unknown[];
      const sent = [...before, texts.get(body as Blob)];
      sessionStorage.setItem('beacons', JSON.stringify(sent));
      return send(url, body);
    };
  });
}

async function beaconsOf(page: Page): Promise<unknown[]> {
  const texts = await page.evaluate(() => sessionStorage.getItem('beacons'));
  return (JSON.parse(texts ?? '[]') as string[]).map((text) => JSON.parse(text) as unknown);
}

/** Long numbers would not count under a name of their own. */
function someLetters(): string {
  return [...randomBytes(10)].map((byte) => 'abcdefghij'[byte % 10]).join('');
}
