import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { dayOf } from '#domain/dates.ts';
import { gpt, savedGpt } from '#server/db/schema/gpts.ts';
import { savedCards } from '#stores/gpts/cardLists.ts';
import { $firstChat, startChat } from '#stores/chat/chatStart.ts';
import * as login from '#stores/account/login.ts';
import { $loginOpen, openLogin } from '#stores/account/loginDialog.ts';
import { $monthTimes, $weekTimes } from '#stores/ranking/rankingTimes.ts';
import { $secondsLeft } from '#stores/account/resendCountdown.ts';
import { $recentGpts, moveToRecent } from '#stores/gpts/recent.ts';
import {
  $removedGpts,
  $savedGpts,
  forgetRemoved,
  loadSavedGpts,
  toggleSaved,
} from '#stores/gpts/saved.ts';
import { start } from '#stores/account/startup.ts';
import { $toasts, takeToasts } from '#stores/browser/toasts.ts';
import {
  $account,
  $credits,
  $user,
  clearUser,
  refreshUser,
  signOut,
} from '#stores/account/user.ts';
import { type TestServer, startTestServer } from '../setup/server.ts';
import { readCode } from '../setup/signIn.ts';
import { type StoreBrowser, openStoreBrowser } from '../setup/storeBrowser.ts';
import { longWait } from '../setup/longWait.ts';

/** The browser's state against the real server. Stores live as long as their page: tests leave them as they were. */
let server: TestServer;
let browser: StoreBrowser;

beforeAll(async () => {
  server = await startTestServer();
  await server.database.query.insert(gpt).values([
    { id: 'first', name: 'First' },
    { id: 'second', name: 'Second' },
  ]);
});

beforeEach(() => {
  browser = openStoreBrowser(server, '/en/chat/gpts?a=1');
});

afterEach(() => {
  browser.close();
  clearUser();
  takeToasts();
});

afterAll(() => server.close());

describe('the start', () => {
  it('loads the user, then week and month data as of today, once', async () => {
    expect([$weekTimes.get(), $monthTimes.get()]).toEqual([undefined, undefined]);
    await browser.signIn(7);
    await Promise.all([start(), start()]);
    const query = `current_time=${dayOf(new Date())}`;
    expect(query).toMatch(/^current_time=\d{4}-\d{2}-\d{2}$/);
    expect(browser.calls).toEqual([
      'GET /api/account',
      `GET /api/gpts/rank/weekly?${query}`,
      `GET /api/gpts/rank/monthly?${query}`,
    ]);
    expect($credits.get()).toBe(7);
    expect([$weekTimes.get(), $monthTimes.get()]).toEqual([[], []]);
  });

  it('of the chat loads everything else after them', async () => {
    await browser.signIn();
    // A page that has not started yet.
    vi.resetModules();
    const { startChat: startFreshChat } = await import('#stores/chat/chatStart.ts');
    await startFreshChat('en');
    const first = browser.calls.slice(0, 3).map((call) => call.replace(/\?.*/, ''));
    expect(first).toEqual([
      'GET /api/account',
      'GET /api/gpts/rank/weekly',
      'GET /api/gpts/rank/monthly',
    ]);
    expect(browser.calls).toContain('GET /api/gpts/recent');
    expect(browser.left).toEqual([]);
  });

  it('of the chat sends a visitor to the login page, which leads back', async () => {
    expect($user.get().state).toBe('visitor');
    await startChat('en');
    expect(browser.left).toEqual(['/en/login?redirect=%2Fen%2Fchat%2Fgpts%3Fa%3D1']);
  });
});

describe('signing in', () => {
  it('shows the error in address and code until the field is edited, and sends no request', async () => {
    const { $loginForm } = login;
    await login.sendCode('en');
    expect($loginForm.get().emailError?.key).toBe('login.EmptyEmail');
    login.editEmail('nobody');
    expect($loginForm.get().emailError).toBeUndefined();
    await login.sendCode('en');
    expect($loginForm.get().emailError?.key).toBe('login.InvalidEmail');
    expect(await login.signIn()).toBe(false);
    expect($loginForm.get().codeError?.key).toBe('login.EmptyCode');
    login.editCode('12');
    expect($loginForm.get().codeError).toBeUndefined();
    expect(await login.signIn()).toBe(false);
    expect($loginForm.get().codeError?.key).toBe('login.InvalidCodeLength');
    expect(browser.calls).toEqual([]);
  });

  it('counts down 60 seconds after a code, and sends no other meanwhile', async () => {
    openLogin();
    login.editEmail('stores@example.org');
    await login.sendCode('en');
    expect($secondsLeft.get()).toBe(60);
    await login.sendCode('en');
    expect(browser.calls).toEqual(['GET /api/login/email?email=stores%40example.org&lang=en']);
  });

  it('refreshes the user and closes the dialog', async () => {
    // The browser that asked must be the one that signs in.
    const email = 'closing@example.org';
    const init = { credentials: 'same-origin' } as const;
    await fetch(`/api/login/email?email=${encodeURIComponent(email)}`, init);
    login.editEmail(email);
    login.editCode(await readCode(server.platform, email));
    expect($loginOpen.get()).toBe(true);
    expect(await login.signIn()).toBe(true);
    expect($loginOpen.get()).toBe(false);
    expect($account.get()).toMatchObject({ email, credit: 10, picture: '/avatar.png' });
    expect(browser.calls.at(-1)).toBe('GET /api/account');
  });

  it('ends with a sign-out that clears the user', async () => {
    await browser.signIn();
    await refreshUser();
    expect($user.get().state).toBe('user');
    expect(await signOut()).toBe(true);
    expect($user.get().state).toBe('visitor');
    expect($credits.get()).toBe(0);
    await refreshUser();
    expect($user.get().state).toBe('visitor');
    expect(browser.calls).toContain('GET /logout');
  });
});

describe('saved GPTs', () => {
  it('are fetched as one page of 999, saved and forgotten', async () => {
    await browser.signIn();
    await refreshUser();
    await loadSavedGpts();
    expect(browser.calls.slice(1)).toEqual(['GET /api/gpts/collection?page=1&size=999']);
    expect($savedGpts.get()).toEqual([]);
    await toggleSaved('first');
    await loadSavedGpts();
    expect($savedGpts.get()).toEqual(['first']);
    await toggleSaved('first');
    await loadSavedGpts();
    expect($savedGpts.get()).toEqual([]);
  });

  it('show each click at once and keep the last, one call after the other', async () => {
    await browser.signIn();
    await refreshUser();
    await loadSavedGpts();
    const clicks = [toggleSaved('first')];
    expect($savedGpts.get()).toEqual(['first']);
    clicks.push(toggleSaved('first'), toggleSaved('first'), toggleSaved('first'));
    expect($savedGpts.get()).toEqual([]);
    await Promise.all(clicks);
    expect(browser.calls.slice(2)).toEqual([
      'PUT /api/gpts/collection/first',
      'DELETE /api/gpts/collection/first',
    ]);
    await loadSavedGpts();
    expect($savedGpts.get()).toEqual([]);
  });

  it('are reverted when saving is refused, with a message', async () => {
    await browser.signIn();
    await refreshUser();
    await loadSavedGpts();
    await toggleSaved('unknown');
    expect($savedGpts.get()).toEqual([]);
    expect($toasts.get().map(({ kind }) => kind)).toEqual(['error']);
  });

  it('let visitors sign in first and are saved then, unless the dialog was closed', async () => {
    await refreshUser();
    await toggleSaved('first');
    expect($loginOpen.get()).toBe(true);
    expect(browser.calls).toEqual(['GET /api/account']);
    await browser.signIn();
    await refreshUser();
    await vi.waitFor(
      () => expect(browser.calls).toContain('PUT /api/gpts/collection/first'),
      longWait,
    );
    login.closeLogin();
    clearUser();
    expect($savedGpts.get()).toBeUndefined();

    await toggleSaved('second');
    login.closeLogin();
    await refreshUser();
    await loadSavedGpts();
    expect($savedGpts.get()).toEqual(['first']);
  });

  it('let a user sign in again after the session ended', async () => {
    await browser.signIn();
    await refreshUser();
    browser.close();
    browser = openStoreBrowser(server);
    await toggleSaved('first');
    expect($savedGpts.get()).toEqual([]);
    expect($loginOpen.get()).toBe(true);
    login.closeLogin();
  });

  it('that the directory lost are recognised and can be removed', async () => {
    const userId = await browser.signIn();
    await refreshUser();
    await server.database.query
      .insert(gpt)
      .values({ id: 'lost', name: 'Lost', removed: new Date() });
    await server.database.query.insert(savedGpt).values({ userId, gptId: 'lost' });
    await loadSavedGpts();
    expect([$savedGpts.get(), $removedGpts.get()]).toEqual([[], ['lost']]);
    await forgetRemoved(['lost']);
    expect($removedGpts.get()).toEqual([]);
  });

  it('are shown with the texts of their cards, in their order, without private ones', async () => {
    const userId = await browser.signIn();
    await refreshUser();
    await server.database.query.insert(gpt).values([
      { id: 'kept/private', name: 'Private', visibility: 'private' },
      { id: 'kept/linked', name: 'Linked', visibility: 'link' },
    ]);
    const ids = ['second', 'kept/private', 'kept/linked', 'first'];
    await server.database.query
      .insert(savedGpt)
      .values(
        ids.map((gptId, age) => ({ userId, gptId, created: new Date(Date.UTC(2026, 0, 9 - age)) })),
      );
    expect(savedCards.$list.get().state).toBe('loading');
    await savedCards.open();
    expect(savedCards.$list.get()).toMatchObject({
      state: 'open',
      cards: [{ name: 'Second' }, { name: 'Linked' }, { name: 'First' }],
      missing: ['kept/private'],
      rest: [],
    });
    clearUser();
    expect(savedCards.$list.get().state).toBe('loading');
  });

  it('lead the chat entry of the sidebar, unless a GPT was used; else GPT-3.5-turbo does', () => {
    $savedGpts.set([]);
    $recentGpts.set([]);
    expect($firstChat.get()).toEqual({ group: 'openai', model: 'gpt-3.5-turbo' });
    $savedGpts.set(['second']);
    expect($firstChat.get()).toEqual({ group: 'g', gpt: 'second' });
    moveToRecent('first');
    expect($firstChat.get()).toEqual({ group: 'g', gpt: 'first' });
  });
});
