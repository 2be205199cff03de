import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { DescribedApi, Seen } from './describedApi.ts';

type Succeed = (name: string, sent?: Parameters<DescribedApi['call']>[1]) => Promise<Seen>;

/** Buys a plan at the sandbox, and makes every call about a running plan. */
export async function callPlan(succeed: Succeed, cookie: string): Promise<void> {
  const requested = { request_id: randomUUID(), product: 'pro_month', currency: 'USD' };
  const { json } = await succeed('createOrder', { cookie, body: requested });
  const params = { id: (json as { id: string }).id };
  const opened = await succeed('openCheckout', { cookie, params, body: { method: 'sandbox' } });
  const body = new URLSearchParams({ outcome: 'pay', copies: '0' });
  const { url } = opened.json as { url: string };
  await fetch(url, { method: 'POST', body, redirect: 'manual' });
  const state = async () => (await succeed('getOrder', { cookie, params })).json;
  // No message comes: the server asks the provider when the order is read.
  await expect.poll(state, { timeout: 20_000 }).toMatchObject({ state: 'fulfilled' });
  await succeed('getSubscription', { cookie });
  await succeed('cancelSubscription', { cookie });
  await succeed('resumeSubscription', { cookie });
  const change = { request_id: randomUUID(), product: 'basic_month', amount: 899 };
  await succeed('changeSubscription', { cookie, body: change });
  await failRenewal(url);
  // Reads the state of the plan from the provider.
  await succeed('resumeSubscription', { cookie });
  await succeed('openCardPage', { cookie, body: { language: 'en' } });
  await succeed('payOpenBill', { cookie });
}

/** Bills the next period of the plan that was bought on a page of the sandbox, and declines the card. */
async function failRenewal(page: string): Promise<void> {
  const html = await (await fetch(page)).text();
  const [, path = ''] = /action="(\/renew\/\w+)"/.exec(html) ?? [];
  const body = new URLSearchParams({ outcome: 'decline', copies: '0' });
  await fetch(new URL(path, page), { method: 'POST', body, redirect: 'manual' });
}
