import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerEntry, redemptionCode } from '#server/db/schema/credits.ts';
import { groupGiftCode } from '#domain/product/giftCodes.ts';
import { auditEntry } from '#server/db/schema/operation.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { newGiftCode } from '#server/services/codes/giftCodes.ts';
import { type CodeOrder, issueCodes } from '#server/services/product/issueCodes.ts';
import { type AccountServer, startAccountServer } from '../../setup/accountServer.ts';
import { type TestAnswer, TestBrowser } from '../../setup/testBrowser.ts';

let server: AccountServer;
let networks = 0;

beforeAll(async () => {
  server = await startAccountServer();
});

afterAll(async () => {
  expect(await verifyLedger(server.database)).toEqual([]);
  await server.close();
});

async function newUser(): Promise<{ browser: TestBrowser; userId: string }> {
  networks += 1;
  const { userId, cookie } = await server.signIn(10);
  const browser = new TestBrowser(server.url, { cookie, 'x-forwarded-for': `10.1.0.${networks}` });
  return { userId, browser };
}

async function issueOne(order: Partial<CodeOrder> = {}): Promise<string> {
  const whole = { count: 1, credits: 50, product: null, expires: null, note: null, ...order };
  const { codes } = await issueCodes(server.platform, whole);
  return codes[0] ?? '';
}

function redeem(browser: TestBrowser, code: string, headers = {}): Promise<TestAnswer> {
  return browser.post(`/api/product/code?${new URLSearchParams({ code }).toString()}`, headers);
}

/** A day from now on, as messages in English write it. */
function dayIn(count: number): string {
  const date = new Date(server.platform.now().getTime() + count * 86_400_000);
  return new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(date);
}

/** A text as keyboards of East Asia write it in full width. */
function fullWidth(text: string): string {
  return text.replaceAll(/[!-~]/g, (sign) => String.fromCodePoint(sign.charCodeAt(0) + 0xfee0));
}

function codeOf(answer: TestAnswer): number | undefined {
  return (answer.json as { code?: number }).code;
}

describe('redeeming a code', () => {
  it('adds its credits once, and returns their number, that they do not end, and the balance', async () => {
    const { browser } = await newUser();
    const code = await issueOne();
    const first = await redeem(browser, code);
    expect([first.status, first.json]).toEqual([
      200,
      {
        code: 0,
        msg: '50 credits were added to your account.\nThese credits do not expire.\nYour balance: 60 credits.',
      },
    ]);
    expect((await browser.get('/api/account')).json).toMatchObject({ credit: 60 });
    const day = dayIn(0);
    server.advance(86_400);
    const second = await redeem(browser, code);
    expect([second.status, second.json]).toEqual([
      200,
      {
        code: -1,
        msg: `You redeemed this gift code yourself on ${day}. Your account already has what it gave.\nNothing was charged.`,
      },
    ]);
    expect((await browser.get('/api/account')).json).toMatchObject({ credit: 60 });
  });

  it.each([
    ['in small letters and groups', (code: string) => groupGiftCode(code).toLowerCase()],
    ['with spaces around and within', (code: string) => ` ${code.match(/.{4}/g)?.join(' ')}\n`],
    ['with dashes of a text', (code: string) => groupGiftCode(code).replaceAll('-', '–')],
    ['in letters of full width', fullWidth],
  ])('reads it %s', async (_, typedOf) => {
    const { browser } = await newUser();
    expect(codeOf(await redeem(browser, typedOf(await issueOne())))).toBe(0);
  });

  it.each([
    ['AAAABBBBCCCCDDDD', 'We do not know this gift code. Compare every character, or '],
    ['AAAA-BBBB-CCCC-DDD', 'A gift code has 16 characters; you entered 15. Compare it, or '],
    ['?', 'A gift code has 16 characters; you entered 0. '],
    ['aaao-bbbi-cccc-0dod', 'Gift codes never contain O, I, 0: too easy to mistake '],
    [fullWidth('AAAABBBBCCCCDDD1'), 'Gift codes never contain 1: '],
  ])('explains the possible mistake in %j', async (typed, sentence) => {
    const { browser } = await newUser();
    const { json } = await redeem(browser, typed);
    expect(json).toEqual({ code: -1, msg: expect.stringContaining(sentence) });
    expect(json).toEqual({ code: -1, msg: expect.stringMatching(/\nNothing was charged\.$/) });
  });

  it('refuses expired and other people’s codes with a reason and the next step', async () => {
    const [{ browser }, friend] = [await newUser(), await newUser()];
    const [old, used] = [
      await issueOne({ expires: new Date(server.platform.now().getTime() + 60_000) }),
      await issueOne(),
    ];
    const day = dayIn(60 / 86_400);
    server.advance(61);
    await redeem(friend.browser, used);
    const rest = 'Ask for a new one where you got it.\nNothing was charged.';
    expect((await redeem(browser, old)).json).toEqual({
      code: -1,
      msg: `This gift code expired on ${day}.\n${rest}`,
    });
    expect((await redeem(browser, used)).json).toEqual({
      code: -1,
      msg: `Another account has already redeemed this gift code.\n${rest}`,
    });
    expect((await browser.get('/api/account')).json).toMatchObject({ credit: 10 });
  });

  it.each([
    ['de', 'Diesen Geschenkcode kennen wir nicht.', 'Es wurde nichts berechnet.'],
    ['zh', '无法识别该兑换码。', '没有产生任何扣费。'],
    ['fr', 'Nous ne connaissons pas ce code cadeau.', 'Rien n’a été débité.'],
  ])('uses the language of the page: %s', async (lang, sentence, nothing) => {
    const { browser } = await newUser();
    const query = new URLSearchParams({ code: 'AAAABBBBCCCCDDDD', lang }).toString();
    const { json } = await browser.post(`/api/product/code?${query}`);
    const { msg } = json as { msg: string };
    expect(msg.startsWith(sentence)).toBe(true);
    expect(msg.endsWith(nothing)).toBe(true);
  });

  it('gives one of 200 parallel tries the credits, and posts them once', async () => {
    const code = await issueOne({ credits: 11 });
    const users = await Promise.all(Array.from({ length: 50 }, () => newUser()));
    const answers = await Promise.all(
      [...users, ...users, ...users, ...users].map(({ browser }) => redeem(browser, code)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 200 }, () => 200));
    expect(answers.filter((answer) => codeOf(answer) === 0)).toHaveLength(1);
    const balances = await Promise.all(users.map(({ browser }) => browser.get('/api/account')));
    const credits = balances.map(({ json }) => (json as { credit: number }).credit);
    expect(credits.toSorted((one, other) => other - one).slice(0, 3)).toEqual([21, 10, 10]);
    expect(await verifyLedger(server.database)).toEqual([]);
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

  it('lets a user fail ten times an hour, and names the time of the next try', async () => {
    const { browser } = await newUser();
    const known = await issueOne();
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => redeem(browser, newGiftCode())),
    );
    const messages = answers.map(({ json }) => (json as { msg: string }).msg);
    expect(messages.filter((text) => text.startsWith('We do not know'))).toHaveLength(10);
    const limited = messages.filter((text) =>
      text.startsWith('Too many wrong codes. Try again in 60 minutes.\n'),
    );
    expect(limited).toHaveLength(30);
    // A request whose clock was read before that of the first wrong code gets no longer time than the whole hour.
    server.advance(-5);
    const earlier = (await redeem(browser, newGiftCode())).json as { msg: string };
    expect(earlier.msg).toContain('Try again in 60 minutes.');
    server.advance(5);
    const elsewhere = await redeem(browser, known, { 'x-forwarded-for': '10.2.0.1' });
    expect(codeOf(elsewhere)).toBe(-1);
    const { cookie } = await server.signIn();
    const forwarded = `10.1.0.${networks}`;
    const housemate = new TestBrowser(server.url, { cookie, 'x-forwarded-for': forwarded });
    expect(codeOf(await redeem(housemate, await issueOne()))).toBe(0);
    server.advance(3_601);
    expect(codeOf(await redeem(browser, known))).toBe(0);
  });

  it('lets the users of a network fail 150 times an hour, not more', async () => {
    const users = await Promise.all(Array.from({ length: 20 }, () => server.signIn()));
    const browsers = users.map(
      ({ cookie }) => new TestBrowser(server.url, { cookie, 'x-forwarded-for': '10.3.0.1' }),
    );
    const answers = await Promise.all(
      browsers.flatMap((browser) =>
        Array.from({ length: 9 }, () => redeem(browser, newGiftCode())),
      ),
    );
    const messages = answers.map(({ json }) => (json as { msg: string }).msg);
    expect(messages.filter((text) => text.startsWith('We do not know'))).toHaveLength(150);
    expect(messages.filter((text) => text.startsWith('Too many wrong codes.'))).toHaveLength(30);
  });

  it('does not count existing codes as guesses, also for parallel requests', async () => {
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
  it('returns 16 characters without look-alikes, stores hashes and leaves an audit row', async () => {
    const { batch, codes } = await issueCodes(server.platform, {
      count: 1_200,
      credits: 3,
      product: 'credit_500',
      expires: null,
      note: 'for the fair',
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
      subject: `batch ${batch}`,
      details: {
        count: 1_200,
        credits: 3,
        product: 'credit_500',
        expires: null,
        note: 'for the fair',
      },
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
    [{ note: 'x'.repeat(201) }, /^note:/],
  ])('refuses the order %j', async (order, message) => {
    await expect(issueOne(order)).rejects.toThrow(message);
  });
});
