import { type Page, expect } from '@playwright/test';
import { hostileRedirects } from '../setup/hostileRedirects.ts';
import { someAddress } from './fixtures.ts';

/**
 * Tries each hostile value at the sign-in page of a language: `signIn` signs in there and waits until the browser has
 * left. Checks that it went to no other site, and asked none for anything.
 */
export async function tryHostileRedirects(
  page: Page,
  { language, allowed = [] }: { language: string; allowed?: readonly string[] },
  signIn: () => Promise<void>,
): Promise<void> {
  const asked = new Set<string>();
  page.context().on('request', (request) => asked.add(new URL(request.url()).origin));
  let own = '';
  for (const redirect of hostileRedirects) {
    await page.context().clearCookies();
    // A network of its own, because a network may sign in only so often.
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': someAddress() });
    await page.goto(`/${language}/login?${new URLSearchParams({ redirect }).toString()}`);
    own = new URL(page.url()).origin;
    await signIn();
    await expect.poll(() => new URL(page.url()).pathname).not.toBe(`/${language}/login`);
    await page.waitForLoadState();
    expect(new URL(page.url()).origin, redirect).toBe(own);
  }
  expect([...asked].filter((origin) => ![own, ...allowed].includes(origin))).toEqual([]);
}
