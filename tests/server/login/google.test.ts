import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { identity, signInNotice } from '#server/db/schema/accounts.ts';
import { ledgerEntry } from '#server/db/schema/credits.ts';
import { type AccountServer, startAccountServer } from '../../setup/accountServer.ts';
import { type GoogleIssuer, issuerClient } from '../../setup/googleIssuer.ts';
import {
  type GoogleServer,
  chooseAccount,
  finishGoogle,
  fromElsewhere,
  fromOwnPage,
  resetPeople,
  signInWithGoogle,
  startGoogle,
  startGoogleServer,
} from '../../setup/googleSignIn.ts';
import { hostileRedirects } from '../../setup/hostileRedirects.ts';
import { signIn } from '../../setup/signIn.ts';
import { type TestBrowser, onNewNetwork } from '../../setup/testBrowser.ts';

let issuer: GoogleIssuer;
let server: AccountServer;
let close: GoogleServer['close'];

beforeAll(async () => {
  ({ issuer, server, close } = await startGoogleServer());
});

beforeEach(() => resetPeople(issuer));

afterAll(() => close());

async function emailOf(browser: TestBrowser): Promise<string | undefined> {
  const { json } = await browser.get('/api/account');
  return (json as { email?: string }).email;
}

describe('signing in with Google', () => {
  it('leads to the issuer with code flow, PKCE, state and nonce, bound by a hidden cookie', async () => {
    const started = await startGoogle(onNewNetwork(server.url));
    expect(started.status).toBe(302);
    expect(started.cookies).toEqual([
      expect.stringMatching(
        /^google_attempt=[\w-]{43}; Max-Age=600; Path=\/auth\/google; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    const url = new URL(started.headers.location ?? '');
    expect(url.origin).toBe(issuer.url);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'dolores',
      response_type: 'code',
      redirect_uri: `${server.url}/auth/google/callback`,
      scope: 'openid email',
      state: expect.stringMatching(/^[0-9a-f]{64}$/),
      nonce: expect.stringMatching(/^[0-9a-f]{64}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      prompt: 'select_account',
    });
    expect(started.headers).toMatchObject({
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'unsafe-none',
    });
  });

  it('creates the account with its starting credits, and notifies the page that opened the popup', async () => {
    issuer.people.set('new', { email: 'New.Person@Example.org', email_verified: true });
    const browser = onNewNetwork(server.url);
    const finished = await signInWithGoogle(issuer, browser, 'new');
    expect(finished.status).toBe(200);
    expect(finished.text).toContain('oauth_success');
    expect(finished.text).not.toContain('data-failure');
    expect(finished.headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; base-uri 'none'/,
    );
    expect(finished.headers).toMatchObject({
      'cross-origin-opener-policy': 'unsafe-none',
      'referrer-policy': 'no-referrer',
    });
    const names = finished.cookies.map((line) => line.replace(/=.*?;.*?Path=/, ' '));
    expect(names).toEqual([
      'google_attempt /auth/google; HttpOnly; SameSite=Lax',
      'session /; HttpOnly; SameSite=Lax',
      'user_id /; SameSite=Lax',
      'device /api/login; HttpOnly; SameSite=Lax',
      'device /auth/google; HttpOnly; SameSite=Lax',
    ]);
    expect((await browser.get('/api/account')).json).toMatchObject({
      name: expect.stringMatching(/^User\d{4}$/),
      email: 'new.person@example.org',
      credit: 10,
    });
  });

  it('finds the account that a code created for the same address, and grants nothing again', async () => {
    const userId = await signIn(server.platform, onNewNetwork(server.url), 'one@example.org');
    const browser = onNewNetwork(server.url);
    await signInWithGoogle(issuer, browser, '1');
    expect(browser.cookie('user_id')).toBe(userId);
    const entries = await server.database.query
      .select()
      .from(ledgerEntry)
      .where(eq(ledgerEntry.userId, userId));
    expect(entries).toHaveLength(1);
    // Its owner gets a mail about each browser that the account did not know.
    const notices = () =>
      server.database.query.select().from(signInNotice).where(eq(signInNotice.userId, userId));
    expect(await notices()).toHaveLength(1);
    await signInWithGoogle(issuer, browser, '1');
    expect(await notices()).toHaveLength(1);
  });

  it('keeps the account when the address at Google changes, and separates two people', async () => {
    issuer.people.set('moving', { email: 'before@example.org', email_verified: true });
    const first = onNewNetwork(server.url);
    await signInWithGoogle(issuer, first, 'moving');
    issuer.people.set('moving', { email: 'after@example.org', email_verified: true });
    const second = onNewNetwork(server.url);
    await signInWithGoogle(issuer, second, 'moving');
    expect(second.cookie('user_id')).toBe(first.cookie('user_id'));
    expect(await emailOf(second)).toBe('before@example.org');
    // Another person who has the new address now gets another account.
    issuer.people.set('other', { email: 'after@example.org', email_verified: true });
    const other = onNewNetwork(server.url);
    await signInWithGoogle(issuer, other, 'other');
    expect(other.cookie('user_id')).not.toBe(first.cookie('user_id'));
  });

  it('makes one account of parallel first sign-ins of the same person', async () => {
    issuer.people.set('parallel', { email: 'parallel@example.org', email_verified: true });
    const browsers = Array.from({ length: 4 }, () => onNewNetwork(server.url));
    const callbacks: string[] = [];
    for (const browser of browsers) {
      const { headers } = await startGoogle(browser);
      callbacks.push(await chooseAccount(issuer, headers.location ?? '', 'parallel'));
    }
    await Promise.all(
      browsers.map((browser, index) => finishGoogle(browser, callbacks[index] ?? '')),
    );
    expect(new Set(browsers.map((browser) => browser.cookie('user_id'))).size).toBe(1);
    const linked = await server.database.query
      .select()
      .from(identity)
      .where(eq(identity.subject, 'parallel'));
    expect(linked).toMatchObject([{ issuer: issuer.url, userId: browsers[0]?.cookie('user_id') }]);
  });

  it('adds the address to the known ones of the browser, for any way of sign-in', async () => {
    const browser = onNewNetwork(server.url);
    const entries = () => browser.cookie('device')?.split('~').length;
    await signIn(server.platform, browser, 'code@example.org');
    await signInWithGoogle(issuer, browser, '1');
    expect(entries()).toBe(2);
    browser.deleteCookie('login_attempt');
    await signIn(server.platform, browser, 'another@example.org');
    expect(entries()).toBe(3);
  });

  it('ends the session that the browser had before', async () => {
    issuer.people.set('2', { email: 'two@example.org', email_verified: true });
    const browser = onNewNetwork(server.url);
    await signInWithGoogle(issuer, browser, '1');
    const before = browser.cookie('session') ?? '';
    await signInWithGoogle(issuer, browser, '2');
    expect(await emailOf(browser)).toBe('two@example.org');
    const old = onNewNetwork(server.url);
    old.setCookie('session', before);
    expect((await old.get('/api/account')).status).toBe(401);
  });
});

describe('a whole-page sign-in', () => {
  it('continues to the path of this site that it began with', async () => {
    const browser = onNewNetwork(server.url);
    const query = { lang: 'de', redirect: '/de/pricing?utm_source=a#top' };
    const finished = await signInWithGoogle(issuer, browser, '1', query);
    expect([finished.status, finished.headers.location]).toEqual([
      303,
      '/de/pricing?utm_source=a#top',
    ]);
    expect(await emailOf(browser)).toBe('one@example.org');
  });

  it.each(hostileRedirects)('leads to no other site: %j', async (redirect) => {
    const query = { lang: 'de', redirect };
    const browser = onNewNetwork(server.url);
    const { headers } = await signInWithGoogle(issuer, browser, '1', query);
    expect(new URL(headers.location ?? '', server.url).origin).toBe(server.url);
    const signedOut = await browser.get(
      `/logout?${new URLSearchParams({ redirect }).toString()}`,
      fromOwnPage,
    );
    expect(new URL(signedOut.headers.location ?? '', server.url).origin).toBe(server.url);
  });

  it('returns to the sign-in page when the visitor cancels', async () => {
    const browser = onNewNetwork(server.url);
    const query = { lang: 'fr', redirect: '/fr/saved' };
    const finished = await signInWithGoogle(issuer, browser, '', query);
    expect([finished.status, finished.headers.location]).toEqual([
      303,
      '/fr/login?redirect=%2Ffr%2Fsaved',
    ]);
    expect(browser.cookie('session')).toBeUndefined();
  });
});

describe('the addresses of the sign-in', () => {
  it.each([
    ['another site', fromElsewhere],
    ['the address bar', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }],
    ['a prefetch', { 'sec-purpose': 'prefetch' }],
  ])('send a browser to the sign-in page that comes from %s', async (_, headers) => {
    const browser = onNewNetwork(server.url);
    const {
      status,
      headers: sent,
      cookies,
    } = await browser.get('/auth/google?lang=de&redirect=/de/saved', headers);
    expect([status, sent.location, cookies]).toEqual([302, '/de/login?redirect=%2Fde%2Fsaved', []]);
  });

  it('are missing if no client is configured', async () => {
    const without = await startAccountServer();
    for (const path of ['/auth/google', '/auth/google/callback']) {
      const { status, headers } = await onNewNetwork(without.url).get(path);
      expect([status, headers.location]).not.toContain(302);
    }
    await without.close();
  });

  it('report that Google is away, and store nothing of it', async () => {
    const address = `http://127.0.0.1:1`;
    const away = await startAccountServer({ google: { issuer: address, ...issuerClient } });
    const { status, text, cookies } = await startGoogle(onNewNetwork(away.url));
    expect([status, cookies]).toEqual([503, []]);
    expect(text).toContain('Google cannot be reached at the moment.');
    expect(away.logged.join()).toContain('a sign-in with Google could not begin');
    await away.close();
  });

  it('are logged without codes, states and e-mail addresses', () => {
    const lines = server.logged.join('\n');
    expect(lines).toContain('/auth/google/callback');
    expect(lines).not.toMatch(/@example\.org|code=|state=|\?/);
  });
});
