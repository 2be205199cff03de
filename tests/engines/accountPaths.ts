import { expect, inject, it } from 'vitest';
import type { Tab } from './tab.ts';
import { type Visit, newEmail } from './visit.ts';

/** Prices, and signing in. */
export function describeAccount(engine: string, visit: Visit): void {
  it(`signs in by e-mail in ${engine}`, async () => {
    const tab = await visit.asStranger();
    await tab.open('/en');
    await tab.click('header button', 'Sign in');
    await signIn(tab, newEmail());
    await tab.one('header button', 'Account');
    await tab.none('dialog[open]');
  });

  it(`switches prices, and lets visitors sign in before they pay in ${engine}`, async () => {
    const tab = await visit.asStranger();
    await tab.open('/en/pricing');
    const price = () => tab.texts('[data-plan="basic"] .amount');
    await expect.poll(price).toEqual(['$8.99 a month']);
    await tab.click('label:has(input[value="year"])');
    await expect.poll(price).toEqual(['$86.30 a year']);
    await tab.click('label:has(input[value="month"])');
    await expect.poll(price).toEqual(['$8.99 a month']);
    await tab.click('[data-plan="basic"] a', 'Get Basic');
    await signIn(tab, newEmail());
    await expect.poll(() => tab.address()).toBe('/en/pay/new?product=basic_month&currency=USD');
  });
}

/** Signs in through the form, which has the focus once it works. */
async function signIn(tab: Tab, email: string): Promise<void> {
  await expect.poll(async () => (await tab.one('input', 'E-mail address')).hasFocus).toBe(true);
  await tab.fill('input', email, 'E-mail address');
  await tab.click('form button', 'Get code');
  await expect.poll(() => readCode(email)).toBeDefined();
  await tab.fill('input', (await readCode(email)) ?? '', 'Verification code');
}

/** Returns the code in the newest mail to an address, if there is one. */
async function readCode(email: string): Promise<string | undefined> {
  const url = new URL('latest.json', inject('site').mailboxUrl);
  url.searchParams.set('to', email);
  const response = await fetch(url);
  if (!response.ok) return undefined;
  return /^\d{4}$/m.exec(((await response.json()) as { text: string }).text)?.[0];
}
