import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { issueCodes } from '#server/services/product/issueCodes.ts';
import { closeLogin } from '#stores/account/login.ts';
import { $loginOpen } from '#stores/account/loginDialog.ts';
import * as redemption from '#stores/account/redeem.ts';
import { $redeemOpen, closeRedeem, openRedeem } from '#stores/account/redeemDialog.ts';
import { takeToasts } from '#stores/browser/toasts.ts';
import { $credits, clearUser, refreshUser } from '#stores/account/user.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import { type StoreBrowser, openStoreBrowser } from '../../setup/storeBrowser.ts';
import { stubSessionStorage } from '../../setup/localStorage.ts';

/** The browser's state against the real server. */
let server: TestServer;
let browser: StoreBrowser;

beforeAll(async () => {
  server = await startTestServer();
});

beforeEach(() => {
  stubSessionStorage();
  browser = openStoreBrowser(server);
});

afterEach(() => {
  vi.unstubAllGlobals();
  browser.close();
  clearUser();
  takeToasts();
});

afterAll(() => server.close());

describe('redeeming a gift code', () => {
  const { $redemption } = redemption;

  it('sends nothing while the code is empty', async () => {
    openRedeem();
    redemption.editRedemptionCode('  ');
    await redemption.redeem('en');
    expect(browser.calls).toEqual([]);
    expect($redemption.get().state).toBe('entering');
  });

  it('fails with the message of the server, returns to entering, then succeeds and shows the balance', async () => {
    await browser.signIn(10);
    await refreshUser();
    redemption.editRedemptionCode('XXXX-XXXX');
    await redemption.redeem('en');
    const msg = expect.stringMatching(/^A gift code has 16 characters; you entered 8\./);
    expect($redemption.get()).toMatchObject({ state: 'failed', msg });
    redemption.enterAgain();
    expect($redemption.get()).toMatchObject({ state: 'entering', code: 'XXXX-XXXX' });
    const order = { count: 1, credits: 50, product: null, expires: null, note: null };
    const { codes } = await issueCodes(server.platform, order);
    const code = codes[0] ?? '';
    redemption.editRedemptionCode(code);
    await redemption.redeem('en');
    expect($redemption.get()).toEqual({
      state: 'success',
      msg: expect.stringContaining('50 credits were added to your account.'),
    });
    expect($credits.get()).toBe(60);
  });

  it('leads a visitor to the sign-in, keeps the code, and fills it in again on another page', async () => {
    closeRedeem();
    redemption.editRedemptionCode('abcd efgh');
    await redemption.redeem('en');
    expect($loginOpen.get()).toBe(true);
    const error = { key: 'redeem.signInFirst', values: {} };
    expect($redemption.get()).toMatchObject({ state: 'entering', code: 'abcd efgh', error });
    closeLogin();
    // The sign-in was on another page.
    redemption.$redemption.set({ state: 'entering', code: '', sending: false, error: undefined });
    openRedeem();
    expect($redemption.get()).toMatchObject({ state: 'entering', code: 'abcd efgh' });
    closeRedeem();
    openRedeem();
    expect($redemption.get()).toMatchObject({ state: 'entering', code: '' });
  });

  it('is reset when its dialog closes', () => {
    closeRedeem();
    expect($redeemOpen.get()).toBe(false);
    expect($redemption.get()).toMatchObject({ state: 'entering', code: '' });
  });
});
