import { expect } from 'vitest';
import type { Config } from '#server/config.ts';
import { type AccountServer, startAccountServer } from './accountServer.ts';
import { type GoogleIssuer, issuerClient, startGoogleIssuer } from './googleIssuer.ts';
import { type TestAnswer, TestBrowser } from './testBrowser.ts';

/** Headers of a link or a popup of our own page, and of the way back from the issuer. */
export const fromOwnPage = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin' };
export const fromElsewhere = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site' };

export type GoogleServer = { issuer: GoogleIssuer; server: AccountServer; close(): Promise<void> };

/** Starts an issuer and a server that trusts it. */
export async function startGoogleServer(config: Partial<Config> = {}): Promise<GoogleServer> {
  const issuer = await startGoogleIssuer();
  const google = { issuer: issuer.url, ...issuerClient };
  const server = await startAccountServer({ google, ...config });
  issuer.register(`${server.url}/auth/google/callback`);
  const close = async (): Promise<void> => {
    await server.close();
    await issuer.close();
  };
  return { issuer, server, close };
}

/** Leaves one person at the issuer, with a verified address. */
export function resetPeople({ people }: GoogleIssuer): void {
  people.clear();
  people.set('1', { email: 'one@example.org', email_verified: true });
}

/** Begins as the popup does, or with other values of the query. */
export function startGoogle(
  browser: TestBrowser,
  query: Record<string, string> = { popup: '1', lang: 'en' },
): Promise<TestAnswer> {
  return browser.get(`/auth/google?${new URLSearchParams(query).toString()}`, fromOwnPage);
}

/** Chooses an account on the issuer's page, or none. Returns the path of ours that the issuer sends the browser to. */
export async function chooseAccount(
  issuer: GoogleIssuer,
  authorizationUrl: string,
  subject: string,
): Promise<string> {
  // Without what an earlier sign-in there left behind.
  const browser = new TestBrowser(issuer.url);
  const asked = await browser.get(pathOf(authorizationUrl), fromOwnPage);
  expect([asked.status, asked.text]).toEqual([303, expect.anything()]);
  const choice = pathOf(asked.headers.location ?? '');
  const chosen = await browser.post(`${choice}?as=${encodeURIComponent(subject)}`, fromOwnPage);
  const resumed = await browser.get(pathOf(chosen.headers.location ?? ''), fromOwnPage);
  return pathOf(resumed.headers.location ?? '');
}

/** Goes to a callback, as the browser that the issuer sends there. */
export function finishGoogle(browser: TestBrowser, callback: string): Promise<TestAnswer> {
  return browser.get(callback, fromElsewhere);
}

/** Signs in with Google from the first click to the callback. */
export async function signInWithGoogle(
  issuer: GoogleIssuer,
  browser: TestBrowser,
  subject: string,
  query?: Record<string, string>,
): Promise<TestAnswer> {
  const { headers } = await startGoogle(browser, query);
  const callback = await chooseAccount(issuer, headers.location ?? '', subject);
  return finishGoogle(browser, callback);
}

function pathOf(address: string): string {
  const { pathname, search } = new URL(address, 'http://127.0.0.1');
  return pathname + search;
}
