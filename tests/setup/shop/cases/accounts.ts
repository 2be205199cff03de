import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Buyer, Shop } from '../shop.ts';
import type { PaymentCase } from './paymentCase.ts';

const day = 86_400;

export const accountCases: readonly PaymentCase[] = [
  {
    number: 26,
    title: 'deleting an account ends its plan first, and the same address starts without credits',
    run: comesBack,
  },
];

async function comesBack(shop: Shop): Promise<void> {
  const email = `${randomUUID()}@example.org`;
  const first = await enter(shop, email);
  const starting = await shop.credit(first);
  expect(starting).toBeGreaterThan(0);
  const { subscriptionId } = await shop.subscribe(first, 'basic_month');
  expect(await shop.credit(first)).toBe(starting + 400);
  await shop.read(first, 'POST', '/api/account/deletion', { confirm: email });
  await shop.advance(8 * day);
  await shop.runJob('delete_accounts');
  expect(shop.stripe.subscriptions.get(subscriptionId)?.status).toBe('canceled');
  await shop.deliver();
  const second = await enter(shop, email);
  expect(second.userId).not.toBe(first.userId);
  expect(await shop.credit(second)).toBe(0);
}

/** Signs in by a code; a code that was used when the server died is followed by another. */
async function enter(shop: Shop, email: string): Promise<Buyer> {
  for (let tries = 0; tries < 3; tries += 1) {
    const asked = await shop.visit('GET', `/api/login/email?${query({ email })}`);
    expect(asked.status).toBe(200);
    const [attempt = ''] = asked.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '');
    const code = await shop.readCode(email);
    const path = `/api/login/email?${query({ email, code })}`;
    const entered = await shop.visit('POST', path, attempt);
    if (entered.status !== 200) continue;
    const { user_id: userId } = (await entered.json()) as { user_id: string };
    return { userId };
  }
  throw new Error(`${email} could not sign in`);
}

function query(values: Record<string, string>): string {
  return new URLSearchParams(values).toString();
}
