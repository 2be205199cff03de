import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Product } from '#domain/plans/plans.ts';
import { grantCredits } from '#server/services/credits/grant.ts';
import { type AccountServer, startAccountServer } from '../../setup/accountServer.ts';
import { TestBrowser } from '../../setup/testBrowser.ts';
import { grantProduct } from '../../setup/tiers.ts';

let server: AccountServer;
let grants = 0;

beforeAll(async () => {
  server = await startAccountServer();
});

afterAll(() => server.close());

/** A browser of a new signed-in user. */
async function newUser(credits = 10): Promise<{ browser: TestBrowser; userId: string }> {
  const { userId, cookie } = await server.signIn(credits);
  return { userId, browser: new TestBrowser(server.url, { cookie }) };
}

function grant(userId: string, amount: number, product: Product | null, ends: Date | null) {
  grants += 1;
  const source = { type: 'operator', id: `test ${grants}` } as const;
  return server.database.transaction((transaction) =>
    grantCredits(transaction, { userId, amount, source, reason: 'gift', product, ends }),
  );
}

function inDays(days: number): Date {
  return new Date(server.platform.now().getTime() + days * 24 * 3_600_000);
}

describe('GET /api/account', () => {
  it.each(['/api/account', '/api/account/ledger', '/api/product'])(
    'answers 401 to a visitor at %s',
    async (path) => {
      const answer = await new TestBrowser(server.url).get(path);
      expect(answer.status).toBe(401);
      expect(answer.json).toMatchObject({ error: { code: 'not_signed_in' } });
      expect(answer.cookies).toEqual([]);
    },
  );

  it('counts only credits that have not ended', async () => {
    const { browser, userId } = await newUser(10);
    await grant(userId, 200, 'basic_month', inDays(7));
    expect((await browser.get('/api/account')).json).toMatchObject({ credit: 210, held: 0 });
    server.advance(8 * 24 * 3_600);
    expect((await browser.get('/api/account')).json).toMatchObject({ credit: 10, held: 0 });
  });

  it('returns to each of many parallel requests its own account, and refuses visitors', async () => {
    const users = await Promise.all(Array.from({ length: 40 }, (_, index) => newUser(index)));
    const stranger = new TestBrowser(server.url, { cookie: `session=${'x'.repeat(43)}` });
    const asked = users.flatMap(({ browser }) => [browser, stranger]);
    const answers = await Promise.all(asked.map((browser) => browser.get('/api/account')));
    expect(answers.map(({ status }) => status)).toEqual(users.flatMap(() => [200, 401]));
    const given = answers.filter(({ status }) => status === 200).map(({ json }) => json);
    expect(given).toEqual(
      users.map(({ userId }, index) => expect.objectContaining({ user_id: userId, credit: index })),
    );
  });

  it('works from any site, because it changes nothing', async () => {
    const { browser } = await newUser();
    expect((await browser.get('/api/account', { 'sec-fetch-site': 'none' })).status).toBe(200);
  });

  it('is never cached', async () => {
    const { browser } = await newUser();
    expect((await browser.get('/api/account')).headers['cache-control']).toBe('no-store');
  });
});

describe('GET /api/account/ledger', () => {
  it('lists only the rows of the user, newest first, page by page', async () => {
    const [{ browser, userId }, stranger] = [await newUser(10), await newUser(10)];
    for (const amount of [1, 2, 3]) await grant(userId, amount, null, null);
    await grant(stranger.userId, 99, null, null);
    const first = await page(browser, '?size=3');
    expect(first.map((row) => row.balance_change)).toEqual([3, 2, 1]);
    expect(first[0]).toEqual({
      id: expect.stringMatching(/^\d+$/),
      kind: 'grant',
      balance_change: 3,
      held_change: 0,
      frozen_change: 0,
      reason: 'gift',
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      conversation: null,
    });
    const second = await page(browser, `?size=3&before=${first[2]?.id}`);
    expect(second.map((row) => row.reason)).toEqual(['starting_grant']);
    expect(await page(browser, `?before=${second[0]?.id}`)).toEqual([]);
  });

  it.each([
    ['size=0', 'size'],
    ['size=101', 'size'],
    ['size=x', 'size'],
    ['before=-1', 'before'],
    ['before=99999999999999999999', 'before'],
  ])('refuses %s and names the field', async (query, field) => {
    const { browser } = await newUser();
    const answer = await browser.get(`/api/account/ledger?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ error: { code: 'invalid_input', fields: [{ field }] } });
  });
});

describe('GET /api/product', () => {
  it('returns nothing for a new account', async () => {
    const { browser } = await newUser();
    const none = { subscribed: false };
    expect((await browser.get('/api/product')).json).toEqual({
      basic: { month: none, year: none },
      pro: { month: none, year: none },
      credit: { '500': none, '1000': none },
    });
  });

  it.each([
    ['basic_month', ['basic', 'month']],
    ['basic_year', ['basic', 'year']],
    ['pro_month', ['pro', 'month']],
    ['pro_year', ['pro', 'year']],
    ['credit_500', ['credit', '500']],
    ['credit_1000', ['credit', '1000']],
  ] as const)('returns %s, and nothing more', async (product, [kind, which]) => {
    const { browser, userId } = await newUser();
    await grantProduct(server.database, userId, product, inDays(30));
    const answer = (await browser.get('/api/product')).json as Record<string, object>;
    const subscribed = Object.entries(answer).flatMap(([name, statuses]) =>
      Object.entries(statuses as Record<string, { subscribed: boolean }>).flatMap(([key, status]) =>
        status.subscribed ? [[name, key]] : [],
      ),
    );
    expect(subscribed).toEqual([[kind, which]]);
  });

  it('returns a plan until it ends and a pack while credits of it remain', async () => {
    const { browser, userId } = await newUser();
    await grantProduct(server.database, userId, 'pro_month', inDays(30));
    await grant(userId, 500, 'credit_500', null);
    expect((await browser.get('/api/product')).json).toMatchObject({
      pro: { month: { subscribed: true }, year: { subscribed: false } },
      credit: { '500': { subscribed: true }, '1000': { subscribed: false } },
    });
    // As if all of both had been spent: the plan is still the user's, the pack is not.
    await server.database.pool.query('update credit_lot set remaining = 0 where user_id = $1', [
      userId,
    ]);
    expect((await browser.get('/api/product')).json).toMatchObject({
      pro: { month: { subscribed: true } },
      credit: { '500': { subscribed: false } },
    });
    await server.database.query.execute(`update plan_term set ends = now() - interval '1 day'`);
    expect((await browser.get('/api/product')).json).toMatchObject({
      pro: { month: { subscribed: false } },
    });
  });
});

type Row = { id: string; balance_change: number; reason: string };

async function page(browser: TestBrowser, query: string): Promise<Row[]> {
  const answer = await browser.get(`/api/account/ledger${query}`);
  return (answer.json as { items: Row[] }).items;
}
