import type { BrowserContext, Page } from '@playwright/test';
import { expect, newEmail, test } from './fixtures.ts';
import { removedGpt } from '../setup/site/seeded.ts';

const gpt = '/en/gpts/regex-workbench';

test.describe('the button on the page of a GPT', () => {
  test('saves, moves nothing, keeps its state after a reload, and unsaves @both', async ({
    site,
    gptPage,
    page,
    signIn,
    requests,
  }) => {
    await signIn();
    await site.open(gpt);
    await expect(gptPage.save).toBeVisible();
    const before = await gptPage.save.boundingBox();
    const answered = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await gptPage.save.click();
    await expect(gptPage.saved).toBeVisible();
    expect((await answered).status()).toBe(200);
    expect(await gptPage.saved.boundingBox()).toEqual(before);
    expect(await page.evaluate(() => scrollX)).toBe(0);

    // Its start may still go on: a request of it would be counted as one after the reload.
    await expect.poll(() => requests).toContain('GET /api/models/status');
    requests.length = 0;
    await page.reload();
    await expect(gptPage.saved).toBeVisible();
    await expect
      .poll(() => requests.filter((request) => request.includes(' /api')))
      .toEqual([
        'GET /api/account',
        'GET /api/gpts/rank/weekly',
        'GET /api/gpts/rank/monthly',
        'GET /api/models/status',
        'GET /api/gpts/collection',
      ]);
    await gptPage.saved.focus();
    await page.keyboard.press('Space');
    await expect(gptPage.save).toBeVisible();
    await expect.poll(() => requests).toContain('DELETE /api/gpts/collection/regex-workbench');
  });

  test('reverts a failed change, with a notification', async ({
    site,
    gptPage,
    toasts,
    page,
    signIn,
  }) => {
    await signIn();
    await site.open(gpt);
    const release = await failSaving(page);
    await gptPage.save.click();
    await expect(gptPage.saved).toBeVisible();
    release();
    await expect(gptPage.save).toBeVisible();
    await expect(toasts.saying('Something went wrong on our side')).toBeVisible();
  });

  test('lets a visitor sign in first, and then saves @long', async ({
    site,
    gptPage,
    login,
    page,
    requests,
  }) => {
    await site.open(gpt);
    await gptPage.save.click();
    await login.signIn(newEmail());
    await expect(login.dialog).toBeHidden();
    await expect(gptPage.saved).toBeVisible();
    await expect.poll(() => requests).toContain('PUT /api/gpts/collection/regex-workbench');
    await page.reload();
    await expect(gptPage.saved).toBeVisible();
  });

  test('saves nothing for a visitor who closes the dialog @long', async ({
    site,
    gptPage,
    login,
    page,
    requests,
  }) => {
    await site.open(gpt);
    await gptPage.save.click();
    await expect(login.email).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(login.dialog).toBeHidden();
    await expect(gptPage.save).toBeVisible();
    await site.sign.click();
    await login.signIn(newEmail());
    await expect(site.account).toBeVisible();
    await expect(gptPage.save).toBeVisible();
    expect(requests.filter((request) => request.startsWith('PUT'))).toEqual([]);
  });

  test('shows that a GPT is saved once its owner has signed in @long', async ({
    site,
    gptPage,
    login,
    page,
    context,
    signIn,
  }) => {
    const { email } = await signIn();
    await save(context, 'regex-workbench');
    await context.clearCookies();
    await site.open(gpt);
    await expect(gptPage.save).toBeVisible();
    await site.sign.click();
    await login.signIn(email);
    await expect(gptPage.saved).toBeVisible();
    await expect(page).toHaveURL(gpt);
  });
});

test.describe('the saved GPTs', () => {
  test('open in a new tab, and can be removed there', async ({
    site,
    savedPage,
    page,
    context,
    signIn,
  }) => {
    await signIn();
    await save(context, 'gpt-4-all', 'regex-workbench');
    await site.open();
    await site.saved.click();
    await expect(page).toHaveURL('/en/saved');
    await expect(savedPage.cards).toHaveCount(2);
    await expect(savedPage.cards.first().getByRole('heading')).toContainText('Regex Workbench');
    const opened = context.waitForEvent('page');
    await savedPage
      .card('Regex Workbench')
      .getByRole('link', { name: /opens in a new tab/ })
      .click();
    await expect(await opened).toHaveURL('/en/chat/g/regex-workbench');

    const card = savedPage.card('Regex Workbench');
    await expect(card.getByRole('link', { name: /^Details/ })).toHaveAttribute('href', gpt);
    await card.getByRole('button', { name: /^Saved/, pressed: true }).click();
    await expect(card.getByRole('button', { name: /^Save /, pressed: false })).toBeVisible();
    await expect.poll(() => savedIds(context)).toEqual(['gpt-4-all']);
    await page.reload();
    await expect(savedPage.cards).toHaveCount(1);
  });

  test('belong to the user who signs in on their page @long', async ({
    savedPage,
    login,
    page,
    context,
    requests,
    signIn,
  }) => {
    const { email } = await signIn();
    await save(context, 'regex-workbench');
    await context.clearCookies();
    requests.length = 0;
    await savedPage.open();
    await expect(page.getByRole('heading', { name: 'Sign in to see your GPTs' })).toBeVisible();
    expect(requests.filter((request) => request.includes(' /api'))).toEqual([]);
    await expect(page.getByRole('link', { name: 'Find a GPT' })).toHaveAttribute('href', '/en');
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await login.signIn(email);
    await expect(savedPage.card('Regex Workbench')).toBeVisible();
  });

  test('show that there are none yet, with a link @long', async ({ savedPage, page, signIn }) => {
    await signIn();
    await savedPage.open();
    await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Find a GPT' })).toHaveAttribute('href', '/en');
    await savedPage.recent.click();
    await expect(page.getByRole('heading', { name: 'Nothing used yet' })).toBeVisible();
  });

  test('show how many are gone, and can remove them @long', async ({
    savedPage,
    page,
    context,
    signIn,
  }) => {
    await signIn();
    await save(context, 'regex-workbench');
    await page.route('**/api/gpts/collection?*', async (route) => {
      const answer = await route.fetch();
      const items = (await answer.json()) as unknown[];
      const gone = { gizmo_id: removedGpt, is_removed: true };
      await route.fulfill({ response: answer, json: forgotten ? items : [...items, gone] });
    });
    let forgotten = false;
    page.on('request', (request) => {
      if (request.method() === 'DELETE' && request.url().endsWith(removedGpt)) forgotten = true;
    });
    await savedPage.open();
    const note = page.getByText('1 GPT that you saved is no longer available');
    await expect(note).toBeVisible();
    await page.getByRole('button', { name: 'Remove from the list' }).click();
    await expect(note).toBeHidden();
    await expect(savedPage.card('Regex Workbench')).toBeVisible();
  });

  test('show that they could not be loaded, and retry @long', async ({
    savedPage,
    page,
    signIn,
  }) => {
    await signIn();
    await page.route('**/api/gpts/collection?*', (route) => route.abort(), { times: 1 });
    await savedPage.open();
    await expect(page.getByRole('alert')).toContainText('The list could not be loaded.');
    await expect(page.getByRole('alert')).toContainText('What you saved is kept.');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();
  });

  test('load a page at a time @long', async ({ savedPage, page, context, signIn, request }) => {
    await signIn();
    const answer = await request.get('/api/gpts?size=30');
    const { items } = (await answer.json()) as { items: { id: string }[] };
    await save(context, ...items.map(({ id }) => id));
    await savedPage.open();
    await expect(savedPage.cards).toHaveCount(24);
    await page.getByRole('button', { name: 'Load More' }).click();
    await expect(savedPage.cards).toHaveCount(30);
    await expect(page.getByRole('button', { name: 'Load More' })).toBeHidden();
  });

  test('have a link in the account menu of a phone @phone', async ({
    site,
    savedPage,
    page,
    context,
    signIn,
  }) => {
    await signIn();
    await save(context, 'regex-workbench');
    await site.open();
    await expect(site.saved).toBeHidden();
    await site.openAccount();
    await site.accountMenu.getByRole('link', { name: 'Saved' }).click();
    await expect(page).toHaveURL('/en/saved');
    await expect(savedPage.card('Regex Workbench')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
});

test('the recent GPTs are those really used, keep their address, and are opened by /g', async ({
  chat,
  savedPage,
  page,
  signIn,
}) => {
  await signIn();
  await chat.open('g/regex-workbench');
  await chat.askToTheEnd('Match a date');
  await savedPage.open();
  await savedPage.recent.click();
  const link = savedPage.card('Regex Workbench').getByRole('link', { name: /opens in a new tab/ });
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(page).toHaveURL('/en/saved#recent');
  await page.reload();
  await expect(savedPage.card('Regex Workbench')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();
  await page.goto('/g');
  await expect(page).toHaveURL('/en/chat/g/regex-workbench');
});

/** By the calls that the button makes. */
async function save({ request }: BrowserContext, ...ids: string[]): Promise<void> {
  for (const id of ids) {
    await request.put(`/api/gpts/collection/${id}`, {
      headers: { 'sec-fetch-site': 'same-origin' },
      failOnStatusCode: true,
      maxRetries: 2,
    });
  }
}

async function savedIds({ request }: BrowserContext): Promise<string[]> {
  const answer = await request.get('/api/gpts/collection?page=1&size=999', { maxRetries: 2 });
  return ((await answer.json()) as { gizmo_id: string }[]).map((item) => item.gizmo_id);
}

/** Lets saving fail, but not before the answer is released. */
async function failSaving(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/gpts/collection/*', async (route) => {
    await released;
    const error = { code: 'internal', message: 'A fault for the test' };
    await route.fulfill({ status: 500, json: { error } });
  });
  return release;
}
