import type { BrowserContext, Page, Request } from '@playwright/test';
import type { User } from '#contract/account/account.ts';
import { expect, test } from './fixtures.ts';

const warning =
  'Due to fluctuations in the upstream AI provider’s service, conversations may be delayed or get no response, so please retry later.';

test.describe('the start of the chat', () => {
  test('loads the user, the weeks and the months of today, then the rest, all with the session', async ({
    chat,
    page,
    context,
    signIn,
  }) => {
    await signIn();
    await context.request.put('/api/gpts/collection/regex-workbench', {
      headers: { 'sec-fetch-site': 'same-origin' },
      failOnStatusCode: true,
    });
    const calls = recordCalls(page);
    const frame = page.waitForRequest('**/search/placeholder');
    await chat.open('openai/gpt-4o-mini');
    const entry = chat.sidebar.getByRole('link', { name: 'Chat', exact: true });
    await expect(entry).toHaveAttribute('href', '/en/chat/g/regex-workbench');
    const today = new Date().toISOString().slice(0, 10);
    expect(calls.sent.slice(0, 3)).toEqual([
      'GET /api/account',
      `GET /api/gpts/rank/weekly?current_time=${today}`,
      `GET /api/gpts/rank/monthly?current_time=${today}`,
    ]);
    expect(calls.sent.slice(3)).toEqual(
      expect.arrayContaining(['GET /api/gpts/recent', 'GET /api/gpts/collection?page=1&size=999']),
    );
    const cookies = await calls.readCookies();
    expect(cookies).not.toEqual([]);
    expect(cookies.filter((cookie) => !/\bsession=[\w-]{43}/.test(cookie))).toEqual([]);
    const { user_id: userId } = (await (await context.request.get('/api/account')).json()) as User;
    const kept = (await context.cookies()).find(({ name }) => name === 'user_id');
    expect(kept?.value).toBe(userId);
    expect(new URL((await frame).url()).origin).toBe(new URL(page.url()).origin);
  });

  test('has the same order in every chat: with a GPT, in its conversation, in AI search and in the settings', async ({
    chat,
    page,
    signIn,
  }) => {
    await signIn();
    await chat.open('g/regex-workbench');
    await chat.askToTheEnd('sandbox: fast 1');
    const conversation = new URL(page.url()).pathname.replace('/en/chat/', '');
    const { sent } = recordCalls(page);
    for (const [path, own] of [
      ['g/regex-workbench', '/api/gpts/regex-workbench'],
      [conversation, '/api/chat/conversations/'],
      ['search', '/api/models/search'],
      ['settings', '/api/account/sessions'],
    ]) {
      await page.goto('/favicon.svg');
      sent.splice(0);
      await chat.open(path ?? '');
      await expect.poll(() => sent.join('\n')).toContain(own);
      // The stream of changes opens when the page is idle, so its place varies.
      const inOrder = sent.filter((call) => !call.includes('/api/chat/changes'));
      expect(inOrder.slice(0, 3).map((call) => call.replace(/\?.*/, ''))).toEqual([
        'GET /api/account',
        'GET /api/gpts/rank/weekly',
        'GET /api/gpts/rank/monthly',
      ]);
    }
  });

  test('shows in an empty chat what one can do, and who answers, before anything is typed', async ({
    chat,
    page,
    signIn,
  }) => {
    await signIn();
    await page.request.put('/api/gpts/collection/regex-workbench', {
      headers: { 'sec-fetch-site': 'same-origin' },
      failOnStatusCode: true,
    });
    await chat.open('openai/gpt-3.5-turbo');
    const main = page.getByRole('main');
    await expect(chat.heading).toContainText('What would you like to do?');
    const own = main.getByRole('region', { name: 'Your GPTs' }).getByRole('link');
    await expect(own).toContainText(['Regex Workbench']);
    const others = main.getByRole('region', { name: 'GPTs to try' }).getByRole('link');
    await expect(others).toHaveCount(6);
    await expect(others.filter({ hasText: 'Regex Workbench' })).toHaveCount(0);
    const answeredBy = main.locator('summary');
    await expect(answeredBy).toHaveText('Answered by GPT-6 luna.Why?');
    await answeredBy.click();
    await expect(main).toContainText('The provider of GPT-3.5-turbo no longer runs it');
    await main.getByRole('button', { name: 'Explain compound interest' }).click();
    await expect(chat.message).toHaveValue('Explain compound interest with an example');
    await expect(chat.message).toBeFocused();
    const picker = page.waitForEvent('filechooser');
    await main.getByRole('button', { name: 'Ask about a file' }).click();
    await (
      await picker
    ).setFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Notes'),
    });
    await expect(chat.files).toContainText('notes.txt');
    await main.getByRole('link', { name: 'Ask GPT-6 luna instead (1 credit)' }).click();
    await expect(page).toHaveURL('/en/chat/openai/gpt-6-luna');
    await expect(main).not.toContainText('Answered by');
    await main.getByRole('link', { name: 'AI search' }).click();
    await expect(page).toHaveURL('/en/chat/search');
  });

  test('warns while the service of a provider fluctuates, until that is dismissed @long', async ({
    chat,
    site,
    page,
    context,
    signIn,
  }) => {
    await signIn();
    await disturb(context);
    await site.open();
    await expect(site.banner).toContainText(warning);
    await chat.open('openai/gpt-4o-mini');
    const banner = page.getByRole('status').filter({ hasText: warning });
    await expect(banner).toBeVisible();
    await banner.getByRole('button').click();
    await expect(banner).toBeHidden();
    await page.reload();
    await expect(chat.balance).toBeVisible();
    await expect(banner).toBeHidden();
  });
});

test.describe('the account in the response of the server', () => {
  test('is read from the body only, for any other fields', async ({ chat, site, page, signIn }) => {
    await signIn();
    await page.route('**/api/account', async (route) => {
      const answer = await route.fetch();
      const account = (await answer.json()) as User;
      const json = { ...account, name: 'Ada', email: '', picture: '/favicon.svg', credit: 1_234 };
      const headers = { 'x-credit': '5', 'content-type': 'text/plain', 'x-name': 'Eve' };
      await route.fulfill({ status: 203, headers, body: JSON.stringify(json) });
    });
    await site.open();
    await site.openAccount();
    await expect(site.accountMenu.getByText('1,234', { exact: true })).toBeVisible();
    await expect(site.accountMenu.getByText('Signed in as Ada')).toBeVisible();
    await chat.open('openai/gpt-4o-mini');
    await expect(chat.balance).toContainText('1,234 credits left');
    await expect(chat.sidebar.getByText('Ada', { exact: true })).toBeVisible();
    await expect(chat.sidebar.getByRole('presentation')).toHaveAttribute('src', '/favicon.svg');
  });

  test('is shown, without an error, if another tab loads it before React draws @long', async ({
    chat,
    page,
    context,
    signIn,
  }) => {
    await signIn();
    const other = await context.newPage();
    await other.goto('/favicon.svg');
    const renderer = await holdRenderer(page);
    await chat.open('openai/gpt-4o-mini');
    await renderer.requested;
    // The code that listens to other tabs may still be loading: the message is repeated until it is received.
    await expect(async () => {
      await other.evaluate(() => localStorage.setItem('account', crypto.randomUUID()));
      const { user_id: id } = (await (await context.request.get('/api/account')).json()) as User;
      expect(await page.evaluate(() => localStorage.getItem('account'))).toBe(id);
    }).toPass();
    await expect(chat.balance).toHaveCount(0);
    renderer.release();
    await expect(chat.balance).toContainText('credits left');
  });
});

/** Holds back the code that brings the islands of a page to life. */
async function holdRenderer(page: Page): Promise<{ requested: Promise<void>; release(): void }> {
  const requested = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(/\/clientEntry\.[^/]+\.js$/, async (route) => {
    requested.resolve();
    await released.promise;
    await route.continue();
  });
  return { requested: requested.promise, release: released.resolve };
}

/**
 * The calls of a page in their order. `readCookies` returns the cookies that each took along: only when it is asked, because
 * the headers of a request that is sent as the test ends can no longer be read.
 */
function recordCalls(page: Page): { sent: string[]; readCookies: () => Promise<string[]> } {
  const sent: string[] = [];
  const requests: Request[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (!pathname.startsWith('/api/')) return;
    sent.push(`${request.method()} ${pathname}${search}`);
    requests.push(request);
  });
  const readCookie = async (request: Request): Promise<string> =>
    (await request.allHeaders())['cookie'] ?? '';
  return { sent, readCookies: () => Promise.all(requests.map(readCookie)) };
}

/** Lets the server report that the service of every provider fluctuates. */
async function disturb(context: BrowserContext): Promise<void> {
  await context.route('**/api/models/status', (route) =>
    route.fulfill({ json: { disturbed: true } }),
  );
  await context.route(/\/api\/models(\?|$)/, async (route) => {
    const answer = await route.fetch();
    const models = (await answer.json()) as object[];
    const json = models.map((model) => ({ ...model, disturbed: true }));
    await route.fulfill({ response: answer, json });
  });
}
