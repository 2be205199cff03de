import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appUser, session } from '#server/db/schema/accounts.ts';
import { creditBalance, ledgerEntry } from '#server/db/schema/credits.ts';
import { type AccountServer, startAccountServer } from '../../setup/accountServer.ts';
import {
  askForCode,
  attemptsOf,
  errorOf,
  otherCode,
  readCode,
  signIn,
  tryCode,
} from '../../setup/signIn.ts';
import { type TestBrowser, onNewNetwork } from '../../setup/testBrowser.ts';

let server: AccountServer;

beforeAll(async () => {
  server = await startAccountServer();
});

afterAll(() => server.close());

describe('signing in', () => {
  it('creates the account with its starting credits and finds it the second time', async () => {
    const browser = onNewNetwork(server.url);
    const userId = await signIn(server.platform, browser, 'New.Person@Example.org');
    expect((await browser.get('/api/account')).json).toEqual({
      user_id: userId,
      name: expect.stringMatching(/^User\d{4}$/),
      email: 'new.person@example.org',
      picture: '/avatar.png',
      credit: 10,
      held: 0,
      frozen: 0,
    });
    expect(
      await signIn(server.platform, onNewNetwork(server.url), ' new.person@example.ORG '),
    ).toBe(userId);
    expect((await browser.get('/api/account')).json).toMatchObject({ credit: 10 });
  });

  it('sets a hidden session cookie, a readable hint and deletes the attempt', async () => {
    const browser = onNewNetwork(server.url);
    const asked = await askForCode(browser, 'cookies@example.org');
    expect(asked.json).toEqual({ resend_seconds: 60 });
    expect(asked.cookies).toEqual([
      expect.stringMatching(
        /^login_attempt=[\w-]{43}; Max-Age=600; Path=\/api\/login; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    const code = await readCode(server.platform, 'cookies@example.org');
    const { cookies, json, headers } = await tryCode(browser, 'cookies@example.org', code);
    const { user_id: userId } = json as { user_id: string };
    expect(cookies).toEqual([
      'login_attempt=; Max-Age=0; Path=/api/login; HttpOnly; SameSite=Lax',
      expect.stringMatching(
        /^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
      `user_id=${userId}; Max-Age=2592000; Path=/; SameSite=Lax`,
      expect.stringMatching(
        /^device=[\w.-]{126}; Max-Age=34560000; Path=\/api\/login; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('stores neither the session token nor the code in clear', async () => {
    const browser = onNewNetwork(server.url);
    await askForCode(browser, 'hashed@example.org');
    const code = await readCode(server.platform, 'hashed@example.org');
    const [attempt] = await attemptsOf(server.database, 'hashed@example.org');
    expect(attempt?.codeHash).toMatch(/^[0-9a-f]{64}$/);
    expect(attempt?.tokenHash).not.toBe(browser.cookie('login_attempt'));
    await tryCode(browser, 'hashed@example.org', code);
    const rows = await server.database.query.select().from(session);
    expect(rows.map(({ tokenHash }) => tokenHash)).not.toContain(browser.cookie('session'));
    expect(await attemptsOf(server.database, 'hashed@example.org')).toEqual([]);
  });

  it('makes one account with one grant of parallel sign-ins of the same new address', async () => {
    const email = 'parallel@example.org';
    const browsers = Array.from({ length: 5 }, () => onNewNetwork(server.url));
    const codes: string[] = [];
    for (const browser of browsers) {
      await askForCode(browser, email);
      codes.push(await readCode(server.platform, email));
    }
    const answers = await Promise.all(
      browsers.map((browser, index) => tryCode(browser, email, codes[index] ?? '')),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const users = await server.database.query
      .select()
      .from(appUser)
      .where(eq(appUser.email, email));
    expect(users).toHaveLength(1);
    const [user] = users;
    const entries = await server.database.query
      .select()
      .from(ledgerEntry)
      .where(eq(ledgerEntry.userId, user?.id ?? ''));
    expect(entries).toMatchObject([{ kind: 'grant', reason: 'starting_grant', balanceChange: 10 }]);
  });

  it('accepts a code once, also when it is sent many times at once', async () => {
    const browser = onNewNetwork(server.url);
    await askForCode(browser, 'once@example.org');
    const code = await readCode(server.platform, 'once@example.org');
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => tryCode(browser, 'once@example.org', code)),
    );
    const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
    expect(statuses).toEqual([200, 400, 400, 400, 400, 400, 400, 400]);
  });

  it('ends the session that the browser had before', async () => {
    const browser = onNewNetwork(server.url);
    await signIn(server.platform, browser, 'before@example.org');
    const before = browser.cookie('session') ?? '';
    browser.deleteCookie('login_attempt');
    await signIn(server.platform, browser, 'after@example.org');
    const old = onNewNetwork(server.url);
    old.setCookie('session', before);
    expect((await old.get('/api/account')).status).toBe(401);
    expect((await browser.get('/api/account')).json).toMatchObject({ email: 'after@example.org' });
  });

  it.each([
    ['ann.lee+one@gmail.com', 'Annlee@googlemail.com', 'a.n.n.l.e.e+two@gmail.com'],
    ['bob+1@bücher.example', 'bob@xn--bcher-kva.example', 'Bob+2+3@bücher.example'],
  ])(
    'grants starting credits once to all spellings of a mailbox: %s, %s, %s',
    async (...spellings) => {
      const asked: { browser: TestBrowser; email: string; code: string }[] = [];
      for (const email of spellings) {
        const browser = onNewNetwork(server.url);
        await askForCode(browser, email);
        // The mail goes to the address as it was typed.
        asked.push({ browser, email, code: await readCode(server.platform, email) });
      }
      await Promise.all(
        asked.map(async ({ browser, email, code }) =>
          expect((await tryCode(browser, email, code)).status).toBe(200),
        ),
      );
      const accounts = await Promise.all(asked.map(({ browser }) => browser.get('/api/account')));
      const credits = accounts.map(({ json }) => (json as { credit: number }).credit);
      expect(credits.toSorted((one, other) => one - other)).toEqual([0, 0, 10]);
      const late = onNewNetwork(server.url);
      await signIn(server.platform, late, spellings[0].replace('+', '+late'));
      expect((await late.get('/api/account')).json).toMatchObject({ credit: 0 });
    },
  );

  it('leads to one account for all spellings of the address', async () => {
    const spellings = [
      'ann@bücher.example',
      'Ann\uFF20xn--bcher-kva.example',
      '\uFF41nn@bu\u0308cher\u3002example',
      'ann@B\u00DCCHER\uFF0Eexample',
    ];
    const ids = [];
    for (const spelling of spellings) {
      ids.push(await signIn(server.platform, onNewNetwork(server.url), spelling));
    }
    expect(new Set(ids).size).toBe(1);
  });

  it('starts without credits if the operator grants none', async () => {
    const poor = await startAccountServer({ startingCredits: 0 });
    try {
      const browser = onNewNetwork(poor.url);
      const userId = await signIn(poor.platform, browser, 'poor@example.org');
      expect((await browser.get('/api/account')).json).toMatchObject({ credit: 0, held: 0 });
      const balances = await poor.database.query.select().from(creditBalance);
      expect(balances).toEqual([{ userId, available: 0, held: 0, frozen: 0 }]);
    } finally {
      await poor.close();
    }
  });
});

describe('sign-in codes', () => {
  it('allow five tries, also under 40 parallel guesses', async () => {
    const browser = onNewNetwork(server.url);
    const email = 'guesses@example.org';
    await askForCode(browser, email);
    const code = await readCode(server.platform, email);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => tryCode(browser, email, otherCode(code, index + 1))),
    );
    const wrong = answers.filter((answer) => errorOf(answer).code === 'wrong_code');
    expect(
      wrong.map((answer) => errorOf(answer).tries_left ?? 0).toSorted((one, other) => one - other),
    ).toEqual([1, 2, 3, 4]);
    expect(answers.filter((answer) => errorOf(answer).code === 'code_expired')).toHaveLength(36);
    expect(errorOf(await tryCode(browser, email, code)).code).toBe('code_expired');
    expect((await attemptsOf(server.database, email))[0]?.triesLeft).toBe(0);
  });

  it('expire after ten minutes', async () => {
    const browser = onNewNetwork(server.url);
    await askForCode(browser, 'late@example.org');
    const code = await readCode(server.platform, 'late@example.org');
    server.advance(10 * 60);
    expect(errorOf(await tryCode(browser, 'late@example.org', code)).code).toBe('code_expired');
  });

  it('work only in the browser that requested them, whose tries a stranger cannot use up', async () => {
    const [browser, email] = [onNewNetwork(server.url), 'bound@example.org'];
    await askForCode(browser, email);
    const code = await readCode(server.platform, email);
    const stranger = onNewNetwork(server.url);
    const guessed = await Promise.all(
      Array.from({ length: 10 }, () => tryCode(stranger, email, code)),
    );
    expect(new Set(guessed.map((answer) => errorOf(answer).code))).toEqual(
      new Set(['code_expired']),
    );
    // Nor with an attempt of his own.
    await askForCode(stranger, email);
    expect((await tryCode(stranger, email, code)).status).toBe(400);
    expect((await tryCode(browser, email, code)).status).toBe(200);
  });

  it('work only for the address that they were sent to', async () => {
    const browser = onNewNetwork(server.url);
    await askForCode(browser, 'mine@example.org');
    const code = await readCode(server.platform, 'mine@example.org');
    expect(errorOf(await tryCode(browser, 'yours@example.org', code)).code).toBe('code_expired');
    expect((await tryCode(browser, 'mine@example.org', code)).status).toBe(200);
  });

  it('are replaced by the next one of the same browser', async () => {
    const browser = onNewNetwork(server.url);
    await askForCode(browser, 'first@example.org');
    const first = await readCode(server.platform, 'first@example.org');
    const firstAttempt = browser.cookie('login_attempt') ?? '';
    await server.database.query.execute('delete from rate_limit');
    await askForCode(browser, 'second@example.org');
    expect(await attemptsOf(server.database, 'first@example.org')).toEqual([]);
    browser.setCookie('login_attempt', firstAttempt, '/api/login');
    expect((await tryCode(browser, 'first@example.org', first)).status).toBe(400);
  });

  it('return the same answer with and without an account', async () => {
    await signIn(server.platform, onNewNetwork(server.url), 'known@example.org');
    const known = await askForCode(onNewNetwork(server.url), 'known@example.org');
    const unknown = await askForCode(onNewNetwork(server.url), 'unknown@example.org');
    expect([known.status, known.json]).toEqual([unknown.status, unknown.json]);
    expect(Object.keys(known.headers)).toEqual(Object.keys(unknown.headers));
  });
});
