import { and, eq, gt } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import type { PlanPart, PlanPreview, PrepaidPlan } from '#contract/orders/subscription.ts';
import type { PlanProduct } from '#domain/plans/planTerms.ts';
import { creditLot } from '#server/db/schema/credits.ts';
import { eraseAccount } from '#server/services/account/deletion/eraseAccount.ts';
import { grantAllDueLots } from '#server/services/plans/grantDueLots.ts';
import { findRow } from '#server/db/findRow.ts';
import { paymentRefund } from '#server/db/schema/refunds.ts';
import { lockOrder } from '#server/services/orders/order.ts';
import { askRefund } from '#server/services/orders/refunds/askRefund.ts';
import { endRefundedSubscriptions } from '#server/services/orders/refunds/endSubscriptions.ts';
import { moveRefund } from '#server/services/orders/refunds/moveRefund.ts';
import { refundByOperator } from '#server/services/orders/refunds/refundByOperator.ts';
import { callJson } from '../../setup/conversations.ts';
import { type Buyer, type PaymentServer, startPaymentServer } from '../../setup/payments.ts';
import { startStripePlans } from '../../setup/stripe/stripePlans.ts';

let shop: PaymentServer;

// Each test has a server and clocks of its own.
afterEach(() => shop.close());

const day = 86_400;

type Read = { plan: PrepaidPlan | null; previews: PlanPreview[] };

async function read(buyer: Buyer): Promise<Read> {
  return (await callJson<Read>(shop, await buyer.cookie(), 'GET', '/api/subscription')).json;
}

/** Buys one period that does not renew. */
async function buyOnce(buyer: Buyer, product: PlanProduct) {
  const order = await shop.order(buyer, product);
  const page = await shop.checkout(buyer, order, 'sandbox_scan');
  await shop.act(page, { outcome: 'pay', copies: '0' });
  shop.advance(3);
  return shop.read(buyer, order);
}

/** Returns the whole price of the buyer's newest order. Returns the ids of order and refund. */
async function refundLast(buyer: Buyer): Promise<{ orderId: string; refundId: string }> {
  const [order] = (await shop.ordersOf(buyer)).toSorted(
    (one, other) => Number(other.created) - Number(one.created),
  );
  if (!order) throw new Error('There is no order');
  const requested = { orderId: order.id, id: crypto.randomUUID(), reason: 'tested' };
  const { id } = await refundByOperator(shop.platform, requested);
  await askRefund(shop.platform, id);
  await endRefundedSubscriptions(shop.platform, order.id);
  return { orderId: order.id, refundId: id };
}

/** Lets a bank send the money of a refund back. */
async function failRefund({ orderId, refundId }: { orderId: string; refundId: string }) {
  await shop.platform.database.transaction(async (transaction) => {
    const order = await lockOrder(transaction, orderId);
    const refund = await findRow(transaction, paymentRefund, eq(paymentRefund.id, refundId));
    if (!refund) throw new Error('There is no refund');
    await moveRefund(transaction, order, refund, { state: 'failed' }, shop.platform.now());
  });
}

function lengthOf({ starts, ends }: Pick<PlanPart, 'starts' | 'ends'>): number {
  return (Date.parse(ends) - Date.parse(starts)) / 1_000 / day;
}

describe('an upgrade from a paid year of Basic', () => {
  it('shows the rest of the year before, which continues when the upgrade is refunded', async () => {
    const stripe = await startStripePlans();
    shop = stripe;
    const { buyer, id } = await stripe.subscriber('basic_year');
    const yearEnds = stripe.periodEnd(id);
    stripe.pass(3 * day);
    const before = await stripe.plan(buyer);
    const change = before.changes.find(({ product }) => product === 'pro_year');
    expect(change?.moved).toMatchObject([{ product: 'basic_year' }]);
    const [kept] = change?.moved ?? [];
    expect(before.parts).toEqual([]);
    const { json } = await stripe.change(buyer, 'pro_year');
    // The rest follows the period of Pro and its days of grace.
    expect(json.plan.parts.at(-1)?.product).toBe('basic_year');
    expect(Date.parse(kept?.starts ?? '')).toBeGreaterThan(Number(yearEnds));
    stripe.pass(9 * day);
    await refundLast(buyer);
    const { plan } = await read(buyer);
    expect(plan).toMatchObject({ kind: 'prepaid', product: 'basic_year', credits: 400 });
    expect(await shop.credit(buyer)).toBe(400);
    // All days but the week that ran when Pro began: 358 of 365, or one more in a leap year.
    const days = (plan?.parts ?? []).reduce((sum, part) => sum + lengthOf(part), 0);
    expect(days).toBeCloseTo(lengthOf(kept ?? { starts: '', ends: '' }), 3);
    stripe.pass(8 * day);
    expect(await shop.credit(buyer)).toBe(400);
  });
});

describe('Basic for a user with paid Pro', () => {
  it('does not renew during Pro, and waits for its end when it is paid once', async () => {
    shop = await startPaymentServer();
    const buyer = await shop.newBuyer();
    const pro = await buyOnce(buyer, 'pro_month');
    const { previews } = await read(buyer);
    const preview = previews.find(({ product }) => product === 'basic_month');
    expect(preview).toEqual({
      product: 'basic_month',
      renewing: null,
      renews_from: pro.period?.ends,
      once: { starts: pro.period?.ends, moved: [] },
    });
    const order = await shop.order(buyer, 'basic_month');
    const checkout = await callJson<{ error: { code: string } }>(
      shop,
      await buyer.cookie(),
      'POST',
      `/api/orders/${order.id}/checkout`,
      { method: 'sandbox' },
    );
    expect([checkout.status, checkout.json.error.code]).toEqual([409, 'larger_plan_runs']);
    const basic = await buyOnce(buyer, 'basic_month');
    expect(basic.period?.starts).toBe(pro.period?.ends);
    expect(await shop.credit(buyer)).toBe(13_500);
    const { plan, previews: after } = await read(buyer);
    // Basic that renews waits for Pro only, Basic that is paid once also for the paid month of Basic.
    expect(after.find((each) => each.product === 'basic_month')).toMatchObject({
      renews_from: pro.period?.ends,
      once: { starts: basic.period?.ends },
    });
    // Each purchase has its own line.
    expect(plan).toMatchObject({
      product: 'pro_month',
      ends: pro.period?.ends,
      parts: [
        { product: 'pro_month', credits: 13_500, ...pro.period },
        { product: 'basic_month', credits: 400, ...basic.period },
      ],
    });
  });

  it('closes up to now when Pro is refunded', async () => {
    shop = await startPaymentServer();
    const buyer = await shop.newBuyer();
    await buyOnce(buyer, 'basic_month');
    await buyOnce(buyer, 'pro_year');
    expect((await read(buyer)).plan?.parts).toHaveLength(3);
    await refundLast(buyer);
    shop.advance(15 * day);
    const { plan } = await read(buyer);
    expect(plan?.parts).toMatchObject([{ product: 'basic_month' }]);
    expect(await shop.credit(buyer)).toBe(400);
  });

  it('has the credits of an unread week when the refund of Pro fails', async () => {
    shop = await startPaymentServer();
    const buyer = await shop.newBuyer();
    await buyOnce(buyer, 'basic_year');
    await buyOnce(buyer, 'pro_month');
    const refund = await refundLast(buyer);
    // The second week of Basic has begun, and no job and no visit has granted it.
    shop.advance(9 * day);
    await failRefund(refund);
    expect(await shop.credit(buyer)).toBe(13_500 + 400);
  });

  it('gives no credits to an account that was deleted while Basic was refunded', async () => {
    shop = await startPaymentServer();
    const buyer = await shop.newBuyer();
    await buyOnce(buyer, 'basic_month');
    const refund = await refundLast(buyer);
    await shop.database.transaction((transaction) =>
      eraseAccount(transaction, buyer.userId, shop.platform.now()),
    );
    await failRefund(refund);
    shop.advance(8 * day);
    await grantAllDueLots(shop.database, shop.platform.now());
    const { userId, ends } = creditLot;
    const lots = await shop.database.query
      .select()
      .from(creditLot)
      .where(and(eq(userId, buyer.userId), gt(ends, shop.platform.now())));
    expect(lots.map(({ remaining }) => remaining)).toEqual([]);
  });

  it('shows Pro as the plan while the last week of Basic also runs', async () => {
    shop = await startPaymentServer();
    const buyer = await shop.newBuyer();
    await buyOnce(buyer, 'basic_year');
    const pro = await buyOnce(buyer, 'pro_month');
    const { plan } = await read(buyer);
    expect(plan).toMatchObject({ product: 'pro_month', credits: 13_500, ends: pro.period?.ends });
  });
});
