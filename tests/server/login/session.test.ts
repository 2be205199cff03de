import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loginAttempt, session, signIn as signInTable } from '#server/db/schema/accounts.ts';
import { cleanUpLogins } from '#server/services/login/cleanUpLogins.ts';
import { type AccountServer, startAccountServer } from '../../setup/accountServer.ts';
import { askForCode, attemptsOf, errorOf, readCode, signIn, tryCode } from '../../setup/signIn.ts';
import { TestBrowser, onNewNetwork } from '../../setup/testBrowser.ts';

let server: AccountServer;

beforeAll(async () => {
  server = await startAccountServer();
});

afterAll(() => server.close());

describe('sessions', () => {
  it('end with a sign-out, for a fetch with {} and for a link with the page to go to', async () => {
    const browser = onNewNetwork(server.url);
    await signIn(server.platform, browser, 'out@example.org');
    const token = browser.cookie('session') ?? '';
    const out = await browser.get('/logout');
    expect([out.status, out.json]).toEqual([200, {}]);
    expect([browser.cookie('session'), browser.cookie('user_id')]).toEqual([undefined, undefined]);
    browser.setCookie('session', token);
    expect(errorOf(await browser.get('/api/account')).code).toBe('not_signed_in');
    const navigation = { 'sec-fetch-mode': 'navigate' };
    const followed = await browser.get('/logout?redirect=/login%3Fredirect%3D%2Fen', navigation);
    expect([followed.status, followed.headers.location]).toEqual([302, '/login?redirect=/en']);
    const away = await browser.get('/logout?redirect=//evil.example', navigation);
    expect(away.headers.location).toBe('/');
  });

  it('are renewed while they are used, together with the hint, and end after 30 days without use', async () => {
    const browser = onNewNetwork(server.url);
    const userId = await signIn(server.platform, browser, 'sliding@example.org');
    const expiry = async () =>
      (
        await server.database.query.select().from(session).where(eq(session.userId, userId))
      )[0]?.expires.getTime() ?? 0;
    const first = await expiry();
    expect((await browser.get('/api/account')).cookies).toEqual([]);
    expect(await expiry()).toBe(first);
    server.advance(20 * 24 * 3_600);
    const renewed = await browser.get('/api/account');
    expect(renewed.cookies.map((line) => line.replace(/=.*?;/, ';'))).toEqual([
      'session; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax',
      'user_id; Max-Age=2592000; Path=/; SameSite=Lax',
    ]);
    expect(await expiry()).toBeGreaterThan(first);
    server.advance(20 * 24 * 3_600);
    expect((await browser.get('/api/account')).status).toBe(200);
    server.advance(31 * 24 * 3_600);
    const ended = await browser.get('/api/account');
    expect(ended.status).toBe(401);
    expect([browser.cookie('session'), browser.cookie('user_id')]).toEqual([undefined, undefined]);
  });

  it('repair a missing hint and remove one without a session', async () => {
    const browser = onNewNetwork(server.url);
    const userId = await signIn(server.platform, browser, 'hint@example.org');
    browser.deleteCookie('user_id');
    await browser.get('/api/account');
    expect(browser.cookie('user_id')).toBe(userId);
    const stranger = onNewNetwork(server.url);
    stranger.setCookie('user_id', userId);
    expect((await stranger.get('/api/account')).status).toBe(401);
    expect(stranger.cookie('user_id')).toBeUndefined();
  });

  it('are not opened by anything but their token', async () => {
    const userId = await signIn(server.platform, onNewNetwork(server.url), 'token@example.org');
    const [row] = await server.database.query
      .select()
      .from(session)
      .where(eq(session.userId, userId));
    for (const value of [row?.id, row?.tokenHash, userId, 'x'.repeat(43), '%00', "' or 1=1 --"]) {
      const stranger = onNewNetwork(server.url);
      stranger.setCookie('session', value ?? '');
      stranger.setCookie('user_id', userId);
      expect((await stranger.get('/api/account')).status).toBe(401);
    }
  });

  it('and expired attempts are deleted by the cleaning job', async () => {
    server.advance(60 * 24 * 3_600);
    const browser = onNewNetwork(server.url);
    const userId = await signIn(server.platform, browser, 'kept@example.org');
    await cleanUpLogins(server.platform);
    const left = await server.database.query.select().from(session);
    expect(left.map((row) => row.userId)).toEqual([userId]);
    expect(await server.database.query.select().from(loginAttempt)).toEqual([]);
  });
});

describe('the list of sign-ins', () => {
  it('keeps a sign-in when its session ends, and loses it after 90 days', async () => {
    const browser = onNewNetwork(server.url);
    const userId = await signIn(server.platform, browser, 'listed@example.org');
    await browser.get('/logout');
    const { query } = server.database;
    const listed = () => query.select().from(signInTable).where(eq(signInTable.userId, userId));
    server.advance(89 * 24 * 3_600);
    await cleanUpLogins(server.platform);
    expect(await listed()).toMatchObject([{ way: 'code' }]);
    server.advance(2 * 24 * 3_600);
    await cleanUpLogins(server.platform);
    expect(await listed()).toEqual([]);
  });
});

describe('other origins', () => {
  const path = '/api/login/email?email=victim@example.org';

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sister domain', { 'sec-fetch-site': 'same-site' }],
    ['a typed address', { 'sec-fetch-site': 'none' }],
    ['nothing at all', { 'sec-fetch-site': undefined }],
    ['a foreign origin', { 'sec-fetch-site': undefined, origin: 'https://evil.example' }],
    ['an opaque origin', { 'sec-fetch-site': undefined, origin: 'null' }],
    ['a foreign referer', { 'sec-fetch-site': undefined, referer: 'https://evil.example/a' }],
    ['a prefetch', { 'sec-purpose': 'prefetch' }],
  ])('are refused: %s', async (who, headers) => {
    const browser = onNewNetwork(server.url);
    await signIn(server.platform, browser, `${who.replaceAll(' ', '.')}@example.org`);
    for (const [method, target] of [
      ['GET', path],
      ['POST', `${path}&code=1234`],
      ['GET', '/logout'],
      ['POST', '/api/product/code?code=X'],
    ] as const) {
      const answer = await browser.send(method, target, headers);
      expect([answer.status, errorOf(answer).code]).toEqual([403, 'other_origin']);
    }
    expect((await browser.get('/api/account')).status).toBe(200);
    expect(await attemptsOf(server.database, 'victim@example.org')).toEqual([]);
  });

  it('pass when a browser without Sec-Fetch-Site names our own page', async () => {
    const [own, named] = [onNewNetwork(server.url), onNewNetwork(server.url)];
    const referred = await own.get('/api/login/email?email=own@example.org', {
      'sec-fetch-site': undefined,
      referer: `${server.url}/en`,
    });
    expect(referred.status).toBe(200);
    const fromPublic = await named.get('/api/login/email?email=own2@example.org', {
      'sec-fetch-site': undefined,
      origin: server.platform.config.publicUrl,
    });
    expect(fromPublic.status).toBe(200);
  });
});

describe('secrets', () => {
  it('are not in the logs of the server', async () => {
    const text = server.logged.join('\n');
    expect(text).toContain('/api/login/email');
    expect(text).not.toMatch(/@example\.org/i);
    expect(text).not.toMatch(/code=\d/);
  });

  it('are neither repeated nor logged when the form is posted without its script', async () => {
    const browser = onNewNetwork(server.url);
    const body = 'email=posted%40example.org&code=typed4711';
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'accept-language': 'de',
    };
    const answer = await browser.send('POST', '/api/login/form', headers, body);
    expect(answer.status).toBe(400);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.text).toContain('Die Anmeldung benötigt JavaScript');
    expect(`${answer.text}${server.logged.join('')}`).not.toMatch(/posted|typed4711/);
  });

  it('are sent only over TLS in production', async () => {
    const production = await startAccountServer({ production: true });
    try {
      const browser = new TestBrowser(production.url);
      const asked = await askForCode(browser, 'secure@example.org');
      const code = await readCode(production.platform, 'secure@example.org');
      const { cookies } = await tryCode(browser, 'secure@example.org', code);
      expect(asked.cookies).toHaveLength(1);
      expect(cookies).toHaveLength(4);
      for (const line of [...asked.cookies, ...cookies]) expect(line).toMatch(/; Secure/);
    } finally {
      await production.close();
    }
  });
});
