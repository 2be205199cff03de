import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { googleAttempt, identity } from '#server/db/schema/accounts.ts';
import { cleanUpLogins } from '#server/services/login/cleanUpLogins.ts';
import type { AccountServer } from '../../setup/accountServer.ts';
import type { GoogleIssuer } from '../../setup/googleIssuer.ts';
import {
  type GoogleServer,
  chooseAccount,
  finishGoogle,
  resetPeople,
  signInWithGoogle,
  startGoogle,
  startGoogleServer,
} from '../../setup/googleSignIn.ts';
import { type TestBrowser, onNewNetwork } from '../../setup/testBrowser.ts';

let issuer: GoogleIssuer;
let server: AccountServer;
let close: GoogleServer['close'];

beforeAll(async () => {
  ({ issuer, server, close } = await startGoogleServer());
});

beforeEach(() => resetPeople(issuer));

afterAll(() => close());

async function failureOf(browser: TestBrowser, callback: string): Promise<string | undefined> {
  const { text, status, headers } = await finishGoogle(browser, callback);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(headers['cache-control']).toBe('no-store');
  expect(browser.cookie('session')).toBeUndefined();
  return /data-failure="(\w+)"/.exec(text)?.[1];
}

async function begin(browser: TestBrowser): Promise<URL> {
  return new URL((await startGoogle(browser)).headers.location ?? '');
}

it('refuses an unverified address, with a message in the language of the page', async () => {
  issuer.people.set('3', { email: 'one@example.org', email_verified: false });
  const sentences: Record<string, string> = {
    en: 'Google has not verified the e-mail address of this Google account.',
    zh: 'Google 尚未验证此 Google 账号的邮箱地址。',
    zh_TW: 'Google 尚未驗證這個 Google 帳戶的電子郵件地址。',
    vi: 'Google chưa xác minh địa chỉ email của tài khoản Google này.',
    ja: 'このGoogleアカウントのメールアドレスは、Googleによる確認が済んでいません。',
    ko: '이 Google 계정의 이메일 주소는 아직 Google에서 확인되지 않았습니다.',
    de: 'Google hat die E-Mail-Adresse dieses Google-Kontos nicht bestätigt.',
    fr: 'Google n’a pas vérifié l’adresse e-mail de ce compte Google.',
  };
  for (const [lang, sentence] of Object.entries(sentences)) {
    const browser = onNewNetwork(server.url);
    const { status, text } = await signInWithGoogle(issuer, browser, '3', { popup: '1', lang });
    expect([status, text]).toEqual([403, expect.stringContaining(sentence)]);
    expect(browser.cookie('session')).toBeUndefined();
  }
  expect(
    await server.database.query.select().from(identity).where(eq(identity.subject, '3')),
  ).toEqual([]);
});

it('refuses a wrong state, which leaves the sign-in of this browser alone', async () => {
  const browser = onNewNetwork(server.url);
  const callback = await chooseAccount(issuer, (await begin(browser)).href, '1');
  const forged = callback.replace(/state=\w/, (text) =>
    text.endsWith('0') ? 'state=1' : 'state=0',
  );
  expect(await failureOf(browser, forged)).toBe('expired');
  expect(await failureOf(browser, '/auth/google/callback?code=a')).toBe('expired');
  expect((await finishGoogle(browser, callback)).status).toBe(200);
});

it('refuses an ID token with a wrong nonce', async () => {
  const browser = onNewNetwork(server.url);
  const url = await begin(browser);
  url.searchParams.set('nonce', 'another');
  expect(await failureOf(browser, await chooseAccount(issuer, url.href, '1'))).toBe('refused');
});

it('refuses a code that has expired, and one that another browser got', async () => {
  const late = onNewNetwork(server.url);
  const callback = await chooseAccount(issuer, (await begin(late)).href, '1');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
  expect(await failureOf(late, callback)).toBe('refused');
  vi.useRealTimers();
  const stolen = new URL(
    await chooseAccount(issuer, (await begin(onNewNetwork(server.url))).href, '1'),
    server.url,
  );
  const thief = onNewNetwork(server.url);
  stolen.searchParams.set('state', (await begin(thief)).searchParams.get('state') ?? '');
  expect(await failureOf(thief, stolen.pathname + stolen.search)).toBe('refused');
});

it('refuses a callback that is sent twice, also at once', async () => {
  const browser = onNewNetwork(server.url);
  const callback = await chooseAccount(issuer, (await begin(browser)).href, '1');
  const attempt = browser.cookie('google_attempt') ?? '';
  const finished = await Promise.all(
    Array.from({ length: 4 }, () => finishGoogle(browser, callback)),
  );
  expect(finished.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200, 400, 400, 400,
  ]);
  const again = onNewNetwork(server.url);
  again.setCookie('google_attempt', attempt, '/auth/google');
  expect(await failureOf(again, callback)).toBe('expired');
});

it('refuses a cookie that is missing, tampered with or another browser’s', async () => {
  const browser = onNewNetwork(server.url);
  const callback = await chooseAccount(issuer, (await begin(browser)).href, '1');
  const attempt = browser.cookie('google_attempt') ?? '';
  const tampered = attempt.replace(/^./, (first) => (first === 'a' ? 'b' : 'a'));
  const other = onNewNetwork(server.url);
  await begin(other);
  for (const value of ['', tampered, `${attempt}.`, '%00', other.cookie('google_attempt') ?? '']) {
    const stranger = onNewNetwork(server.url);
    stranger.setCookie('google_attempt', value, '/auth/google');
    expect(await failureOf(stranger, callback)).toBe('expired');
  }
});

it('refuses a callback after more than ten minutes, and deletes such attempts', async () => {
  const browser = onNewNetwork(server.url);
  const callback = await chooseAccount(issuer, (await begin(browser)).href, '1');
  server.advance(601);
  expect(await failureOf(browser, callback)).toBe('expired');
  await cleanUpLogins(server.platform);
  expect(await server.database.query.select().from(googleAttempt)).toEqual([]);
  server.advance(-601);
});

it('refuses an earlier sign-in of the same browser that a later one has replaced', async () => {
  const browser = onNewNetwork(server.url);
  const first = await chooseAccount(issuer, (await begin(browser)).href, '1');
  const second = await chooseAccount(issuer, (await begin(browser)).href, '1');
  expect(await failureOf(browser, first)).toBe('expired');
  expect((await finishGoogle(browser, second)).status).toBe(200);
});

it('refuses a network that begins too often, with the time of the next try', async () => {
  const browser = onNewNetwork(server.url);
  for (let time = 0; time < 60; time += 1) expect((await startGoogle(browser)).status).toBe(302);
  const refused = await startGoogle(browser);
  expect([refused.status, refused.text]).toEqual([
    429,
    expect.stringContaining('data-failure="tooMany"'),
  ]);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
});
