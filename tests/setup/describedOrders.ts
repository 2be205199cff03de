import { randomUUID } from 'node:crypto';
import type { DescribedApi, Seen } from './describedApi.ts';
import { payAtSandbox } from './payments.ts';

type Succeed = (name: string, sent?: Parameters<DescribedApi['call']>[1]) => Promise<Seen>;

/** Makes every call about orders once: a pack is ordered, paid and shown on its receipt. */
export async function buyAsDescribed(succeed: Succeed, cookie: string): Promise<void> {
  const requested = { request_id: randomUUID(), product: 'credit_500', currency: 'USD' };
  await succeed('listOffers', { query: { product: 'credit_500' } });
  const { json } = await succeed('createOrder', { cookie, body: requested });
  const params = { id: (json as { id: string }).id };
  await succeed('openCheckout', { cookie, params, body: { method: 'sandbox_scan' } });
  const opened = await succeed('openCheckout', { cookie, params, body: { method: 'sandbox' } });
  await payAtSandbox((opened.json as { url: string }).url);
  await succeed('getOrder', { cookie, params });
  for (const name of ['getReceipt', 'listOrders']) await succeed(name, { cookie, params });
  await succeed('listLots', { cookie });
  await succeed('putBilling', { cookie, body: { name: 'Ann', address: '' } });
  await succeed('getRefund', { cookie, params });
  await succeed('requestRefund', { cookie, params, body: { request_id: randomUUID() } });
}
