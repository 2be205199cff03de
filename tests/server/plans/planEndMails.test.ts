import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayOf } from '#domain/dates.ts';
import { creditsOf } from '#domain/plans/plans.ts';
import { moneyMail } from '#server/db/schema/moneyMails.ts';
import { paymentOrder } from '#server/db/schema/orders.ts';
import type { DisputeState, PaymentGateway } from '#server/gateways/payments/payments.ts';
import { fulfilOrder } from '#server/services/orders/payments/fulfilOrder.ts';
import { noteMoneyMails } from '#server/services/orders/mails/noteMoneyMails.ts';
import { lockOrder } from '#server/services/orders/order.ts';
import { applyDispute } from '#server/services/orders/refunds/applyDispute.ts';
import { refundByOperator } from '#server/services/orders/refunds/refundByOperator.ts';
import type { Buyer } from '../../setup/payments.ts';
import { type StripePlans, startStripePlans } from '../../setup/stripe/stripePlans.ts';

let shop: StripePlans;

beforeAll(async () => {
  shop = await startStripePlans();
});

afterAll(() => shop.close());

/** Stores a prepaid month of Basic as paid, and fulfils it. Returns its id, which is also that of its payment. */
async function payOnce({ userId }: Buyer): Promise<string> {
  const [id, now] = [crypto.randomUUID(), shop.platform.now()];
  const product = 'basic_month' as const;
  const prices = { amount: 899, regular: 899, following: 899, steps: [], currency: 'USD' as const };
  const payment = { method: 'wechat' as const, paymentId: id, paid: now, expires: now };
  const order = { id, userId, requestId: id, kind: 'purchase' as const, state: 'paid' as const };
  await shop.database.query
    .insert(paymentOrder)
    .values({ ...order, ...prices, ...payment, product, credits: creditsOf(product, dayOf(now)) });
  await shop.database.transaction(async (transaction) => {
    await fulfilOrder(transaction, await lockOrder(transaction, id), now);
  });
  return id;
}

/** Applies a provider's message about a dispute. */
async function tellDispute(state: DisputeState): Promise<void> {
  const readDispute = () => Promise.resolve(state);
  const provider: Partial<PaymentGateway> = { method: 'wechat', readDispute };
  await applyDispute(shop.platform, provider as PaymentGateway, state.disputeId);
}

/** Returns the number of mails about an ended plan of the buyer. */
async function countEnds({ userId }: Buyer): Promise<number> {
  await noteMoneyMails(shop.platform);
  return shop.database.query.$count(
    moneyMail,
    and(eq(moneyMail.userId, userId), eq(moneyMail.kind, 'planEnded')),
  );
}

it('sends no mail about a disputed plan, and one mail about a plan refunded in parts', async () => {
  const buyer = await shop.newBuyer();
  const id = await payOnce(buyer);
  const amount = { amount: 899, currency: 'USD' as const };
  const opened = shop.platform.now();
  const dispute = { disputeId: crypto.randomUUID(), paymentId: id, amount, opened };
  await tellDispute({ ...dispute, state: 'open' });
  expect(await countEnds(buyer)).toBe(0);
  // The rest of the running week and the later weeks are terms of their own.
  await tellDispute({ ...dispute, state: 'won' });
  await refundByOperator(shop.platform, { orderId: id, id, reason: 'asked for' });
  expect(await countEnds(buyer)).toBe(1);
});
