import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerEntry, redemptionCode } from '#server/db/schema/credits.ts';
import { auditEntry } from '#server/db/schema/operation.ts';
import { type CodeOrder, issueCodes } from '#server/services/product/issueCodes.ts';
import { type AccountServer, startAccountServer } from '../setup/accountServer.ts';
import { type TestAnswer, TestBrowser } from '../setup/testBrowser.ts';

let server: AccountServer;
let networks = 0;

beforeAll(async () => {
  server = await startAccountServer();
});

afterAll(() => server.close());

async function newUser(): Promise<{ browser: TestBrowser; userId: string }> {
  networks += 1;
  const { userId, cookie } = await server.signIn(10);
  const browser = new TestBrowser(server.url, { cookie, 'x-forwarded-for': `10.1.0.${networks}` });
  return { userId, browser };
}

async function issueOne(order: Partial<CodeOrder> = {}): Promise<string> {
  const whole = { count: 1, credits: 50, product: null, expires: null, ...order };
  const [code = ''] = await issueCodes(server.platform, whole);
  return code;
}

function redeem(browser: TestBrowser, code: string, headers = {}): Promise<TestAnswer> {
  return browser.post(`/api/product/code?${new URLSearchParams({ code }).toString()}`, headers);
}

function codeOf(answer: TestAnswer): number | undefined {
  return (answer.json as { code?: number }).code;
}

describe('redeeming a code', () => {
  it('adds its credits once and says how many', async () => {
    const { browser } = await newUser();
    const code = await issueOne();
    const first = await redeem(browser, code);
    expect([first.status, first.json]).toEqual([
      200,
      { code: 0, msg: '50 credits were added to your account.' },
    ]);
    expect((await browser.get('/api/account')).json).toMatchObject({ credit: 60 });
    const second = await redeem(browser, code);
    expect([second.status, second.json]).toEqual([
      200,
      { code: -1, msg: 'You have already redeemed this code; its credits are in your account.' },
    ]);
    expect((await browser.get('/api/account')).json).toMatchObject({ credit: 60 });
  });

  it('reads it in small letters, in groups and with spaces around', async () => {
    const { browser } = await newUser();
    const code = await issueOne();
    const typed = ` ${code.toLowerCase().replaceAll(/(.{4})(?=.)/g, '$1-')} `;
    expect(codeOf(await redeem(browser, typed))).toBe(0);
  });

  it('refuses unknown, expired and other people’s codes with a reason', async () => {
    const [{ browser }, friend] = [await newUser(), await newUser()];
    const [old, used] = [
      await issueOne({ expires: new Date(server.platform.now().getTime() + 60_000) }),
      await issueOne(),
    ];
    server.advance(61);
    await redeem(friend.browser, used);
    expect((await redeem(browser, 'AAAABBBBCCCCDDDD')).json).toEqual({
      code: -1,
      msg: 'We do not know this code. Check every character and try again.',
    });
    expect((await redeem(browser, old)).json).toEqual({
      code: -1,
      msg: 'This code has expired.',
    });
    expect((await redeem(browser, used)).json).toEqual({
      code: -1,
      msg: 'This code has already been redeemed.',
    });
    expect((await browser.get('/api/account')).json).toMatchObject({ credit: 10 });
  });

  it('succeeds exactly once under 32 parallel tries of 32 users', async () => {
    const code = await issueOne({ credits: 7 });
    const users = await Promise.all(Array.from({ length: 32 }, () => newUser()));
    const answers = await Promise.all(users.map(({ browser }) => redeem(browser, code)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 32 }, () => 200));
    expect(answers.filter((answer) => codeOf(answer) === 0)).toHaveLength(1);
    const [row] = await server.database.query
      .select()
      .from(redemptionCode)
      .where(eq(redemptionCode.credits, 7));
    const entries = await server.database.query
      .select()
      .from(ledgerEntry)
      .where(eq(ledgerEntry.sourceId, row?.id ?? ''));
    expect(entries).toMatchObject([
      { kind: 'grant', userId: row?.redeemedBy, balanceChange: 7, reason: 'code_redeemed' },
    ]);
  });

  it('succeeds exactly once under 32 parallel tries of one user', async () => {
    const { browser } = await newUser();
    const code = await issueOne();
    const answers = await Promise.all(Array.from({ length: 32 }, () => redeem(browser, code)));
    expect(answers.filter((answer) => codeOf(answer) === 0)).toHaveLength(1);
    expect((await browser.get('/api/account')).json).toMatchObject({ credit: 60 });
  });

  it('lets a user be wrong ten times an hour, and says when to try again', async () => {
    const { browser } = await newUser();
    const known = await issueOne();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => redeem(browser, `GUESS${index}`)),
    );
    const messages = answers.map(({ json }) => (json as { msg: string }).msg);
    expect(messages.filter((text) => text.startsWith('We do not know'))).toHaveLength(10);
    const limited = messages.filter((text) => text === 'Too many tries. Try again in 60 minutes.');
    expect(limited).toHaveLength(30);
    const elsewhere = await redeem(browser, known, { 'x-forwarded-for': '10.2.0.1' });
    expect(codeOf(elsewhere)).toBe(-1);
    const { cookie } = await server.signIn();
    const forwarded = `10.1.0.${networks}`;
    const housemate = new TestBrowser(server.url, { cookie, 'x-forwarded-for': forwarded });
    expect(codeOf(await redeem(housemate, await issueOne()))).toBe(0);
    server.advance(3_601);
    expect(codeOf(await redeem(browser, known))).toBe(0);
  });

  it('lets the users of a network be wrong 150 times an hour, not one more', async () => {
    const users = await Promise.all(Array.from({ length: 20 }, () => server.signIn()));
    const browsers = users.map(
      ({ cookie }) => new TestBrowser(server.url, { cookie, 'x-forwarded-for': '10.3.0.1' }),
    );
    const answers = await Promise.all(
      browsers.flatMap((browser, user) =>
        Array.from({ length: 9 }, (_, index) => redeem(browser, `GUESS${user}X${index}`)),
      ),
    );
    const messages = answers.map(({ json }) => (json as { msg: string }).msg);
    expect(messages.filter((text) => text.startsWith('We do not know'))).toHaveLength(150);
    expect(messages.filter((text) => text.startsWith('Too many tries.'))).toHaveLength(30);
  });

  it('does not count codes that exist as guesses, also when many come at once', async () => {
    const { browser } = await newUser();
    const codes = await Promise.all(Array.from({ length: 15 }, () => issueOne({ credits: 1 })));
    const answers = await Promise.all([...codes, ...codes].map((code) => redeem(browser, code)));
    expect(answers.filter((answer) => codeOf(answer) === 0)).toHaveLength(15);
    expect(codeOf(await redeem(browser, await issueOne()))).toBe(0);
  });

  it.each([
    ['', 'code'],
    ['%20%20', 'code'],
    ['x'.repeat(101), 'code'],
  ])('refuses the input %j', async (input, field) => {
    const { browser } = await newUser();
    const answer = await browser.post(`/api/product/code?code=${input}`);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ error: { code: 'invalid_input', fields: [{ field }] } });
  });

  it('is for signed-in users', async () => {
    const answer = await redeem(new TestBrowser(server.url), await issueOne());
    expect(answer.status).toBe(401);
  });
});

describe('issuing codes', () => {
  it('answers 16 characters without look-alikes, stores hashes and leaves an audit row', async () => {
    const codes = await issueCodes(server.platform, {
      count: 1_200,
      credits: 3,
      product: 'credit_500',
      expires: null,
    });
    expect(new Set(codes).size).toBe(1_200);
    for (const code of codes) expect(code).toMatch(/^[2-9A-HJKMNP-TW-Z]{16}$/);
    const rows = await server.database.query
      .select()
      .from(redemptionCode)
      .where(eq(redemptionCode.credits, 3));
    expect(rows).toHaveLength(1_200);
    for (const { codeHash } of rows) expect(codeHash).toMatch(/^[0-9a-f]{64}$/);
    const audit = await server.database.query.select().from(auditEntry);
    expect(audit.at(-1)).toMatchObject({
      action: 'codes.issue',
      details: { count: 1_200, credits: 3, product: 'credit_500', expires: null },
    });
    expect(JSON.stringify(audit.map(({ details }) => details))).not.toContain(codes[0]);
  });

  it.each([
    [{ count: 0 }, /^count:/],
    [{ count: 10_001 }, /^count:/],
    [{ credits: 0 }, /^credits:/],
    [{ credits: 1.5 }, /^credits:/],
    [{ expires: new Date(0) }, /^expires:/],
    [{ expires: new Date(Number.NaN) }, /^expires:/],
  ])('refuses the order %j', async (order, message) => {
    await expect(issueOne(order)).rejects.toThrow(message);
  });
});
