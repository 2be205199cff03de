import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CreditLot } from '#contract/credits/credits.ts';
import { grantCredits } from '#server/services/credits/grant.ts';
import { callJson } from '../../setup/conversations.ts';
import { type PaymentServer, startPaymentServer } from '../../setup/payments.ts';

let server: PaymentServer;

beforeAll(async () => {
  server = await startPaymentServer();
});

afterAll(() => server.close());

it('lists spendable lots, the soonest to end first, with the sum of the balance', async () => {
  const buyer = await server.newBuyer();
  const order = await server.order(buyer, 'credit_500');
  await server.act(await server.checkout(buyer, order), { outcome: 'pay' });
  await expect.poll(() => server.stateOf(order.id)).toBe('fulfilled');
  const now = server.platform.now().getTime();
  const grant = (id: string, amount: number, ends: number | null) =>
    server.database.transaction((transaction) =>
      grantCredits(transaction, {
        userId: buyer.userId,
        amount,
        source: { type: 'code', id: `${buyer.userId}:${id}` },
        reason: 'code_redeemed',
        product: null,
        ends: ends === null ? null : new Date(ends),
      }),
    );
  await grant('ended', 7, now - 1_000);
  await grant('later', 20, now + 20 * 86_400_000);
  await grant('sooner', 10, now + 10 * 86_400_000);
  const answer = await callJson<{ items: CreditLot[]; more: number }>(
    server,
    await buyer.cookie(),
    'GET',
    '/api/credits',
  );
  expect(answer.json).toMatchObject({
    items: [
      { origin: 'code', product: null, granted: 10, remaining: 10, frozen: 0 },
      { origin: 'code', product: null, remaining: 20 },
      { origin: 'order', product: 'credit_500', remaining: 500, ends: null },
    ],
    more: 0,
  });
  expect(answer.json.items[0]?.ends).toBe(new Date(now + 10 * 86_400_000).toISOString());
  const created = new Date(answer.json.items[0]?.created ?? '').getTime();
  expect(Math.abs(created - now)).toBeLessThan(60_000);
  expect(await server.credit(buyer)).toBe(530);
  expect((await callJson(server, '', 'GET', '/api/credits')).status).toBe(401);
});
