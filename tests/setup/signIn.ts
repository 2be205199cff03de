import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Platform } from '#server/context.ts';
import type { Database } from '#server/db/connect.ts';
import { loginAttempt } from '#server/db/schema/accounts.ts';
import type { TestAnswer, TestBrowser } from './testBrowser.ts';

/** Asks for a code for this address. */
export function askForCode(browser: TestBrowser, email: string): Promise<TestAnswer> {
  return browser.get(`/api/login/email?${new URLSearchParams({ email }).toString()}`);
}

/** Tries a code, with a word if one is given. */
export function tryCode(
  browser: TestBrowser,
  email: string,
  code: string,
  word?: string,
): Promise<TestAnswer> {
  const query = { email, code, ...(word === undefined ? {} : { word }) };
  return browser.post(`/api/login/email?${new URLSearchParams(query).toString()}`);
}

/** The code in the newest mail to this address, read where a developer reads it. */
export async function readCode(platform: Pick<Platform, 'mail'>, email: string): Promise<string> {
  const code = /^\d{4}$/m.exec(await readMail(platform, email))?.[0];
  if (code === undefined) throw new Error('The mail carries no code');
  return code;
}

/** The word in the newest mail to this address; `undefined` when it carries none. */
export async function readWord(
  platform: Pick<Platform, 'mail'>,
  email: string,
): Promise<string | undefined> {
  return /^[A-Z]{6}$/m.exec(await readMail(platform, email))?.[0];
}

async function readMail(platform: Pick<Platform, 'mail'>, email: string): Promise<string> {
  const query = new URLSearchParams({ to: email.trim().toLowerCase() }).toString();
  const response = await fetch(`${platform.mail.mailboxUrl}latest.json?${query}`);
  expect(response.status).toBe(200);
  const { text } = (await response.json()) as { text: string };
  return text;
}

/** Signs a browser in as people do. Returns the user's id. */
export async function signIn(
  platform: Pick<Platform, 'mail'>,
  browser: TestBrowser,
  email: string,
): Promise<string> {
  expect((await askForCode(browser, email)).status).toBe(200);
  const answer = await tryCode(browser, email, await readCode(platform, email));
  expect(answer.status).toBe(200);
  return (answer.json as { user_id: string }).user_id;
}

/** A code of the right form that is not this one. */
export function otherCode(code: string, step = 1): string {
  return ((Number(code) + step) % 10_000).toString().padStart(4, '0');
}

/** The attempts that wait for a code sent to this address. */
export function attemptsOf(
  { query }: Pick<Database, 'query'>,
  email: string,
): Promise<(typeof loginAttempt.$inferSelect)[]> {
  return query.select().from(loginAttempt).where(eq(loginAttempt.email, email));
}

type ErrorDetails = {
  code?: string;
  message?: string;
  tries_left?: number;
  retry_seconds?: number;
};

/** The error of a response; empty for any other response. */
export function errorOf(answer: TestAnswer): ErrorDetails {
  return (answer.json as { error?: ErrorDetails } | undefined)?.error ?? {};
}
