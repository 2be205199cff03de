import type { Page } from '@playwright/test';
import { type PublicGptPages, publicGpts, startPublicGptPages } from '../setup/publicGptPages.ts';
import { expectNothingWrong } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { runCommand } from './operator.ts';
import { publicGptsPort } from '../setup/site/productEnvironment.ts';

// One worker, because the product has one port of the other site.
test.describe.configure({ mode: 'serial' });

let elsewhere: PublicGptPages;

test.beforeAll(async () => {
  elsewhere = await startPublicGptPages(publicGptsPort(Number(process.env['E2E_PORT'])));
});

test.afterAll(() => elsewhere.close());

const linkOf = (id: string) => `https://chatgpt.com/g/${id}-its-name?utm=1`;

async function becomePro(page: Page): Promise<void> {
  const code = await runCommand('codes', 'issue', '--grants', 'pro:month');
  const origin = new URL(page.url()).origin;
  const answer = await page.request.post(`/api/product/code?code=${code.trim()}`, {
    headers: { origin },
  });
  expect(await answer.json()).toMatchObject({ code: 0 });
}

for (const [language, width, id, tag, texts] of [
  [
    'en',
    1280,
    publicGpts.withData,
    '',
    {
      notPro: 'This GPT opens with Pro',
      marked: 'Made from its public page on chatgpt.com',
      notPublic: 'This GPT is not public, currently inaccessible, please try another GPT',
    },
  ],
  [
    'zh',
    360,
    publicGpts.withMetas,
    '@long',
    {
      notPro: '打开这个 GPT 需要 Pro',
      marked: '根据 chatgpt.com 上的公开页面生成',
      notPublic: 'GPT',
    },
  ],
] as const) {
  test(`the address of a GPT elsewhere opens it here with Pro: ${language}, ${width} px ${tag}`, async ({
    page,
    signIn,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await signIn();
    await page.goto(`/${language}`);
    const search = page.locator('#search-form input[name="query"]');
    await search.fill(linkOf(id));
    await search.press('Enter');
    await expect(page.getByText(texts.notPro)).toBeVisible();
    await expect(page.locator('#gpt-link')).toHaveValue(linkOf(id));
    await expectNothingWrong(page);
    expect(elsewhere.requests.some((line) => line.includes(id))).toBe(false);

    await becomePro(page);
    await page.locator('form:has(#gpt-link) button').click();
    await page.waitForURL(`**/${language}/gpts/${id}`);
    await expect(page.getByText(texts.marked)).toBeVisible();
    await expectNothingWrong(page);
    await page.goto(`/${language}/chat/g/${id}`);
    await expect(page.getByText(texts.marked)).toBeVisible();

    await page.goto(`/${language}/open`);
    await page.locator('#gpt-link').fill(linkOf(publicGpts.private));
    await page.locator('form:has(#gpt-link) button').click();
    await expect(page.locator('[data-fill="outcome-title"]')).toContainText(texts.notPublic);
    await expectNothingWrong(page);
  });
}
