import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dayOf } from '#domain/dates.ts';
import { quote } from '#domain/pricing/quote.ts';
import { subscription } from '#server/db/schema/orders.ts';
import { applyEvents } from '#server/services/orders/events/applyEvents.ts';
import { type StripePlans, startStripePlans } from '../../setup/stripe/stripePlans.ts';

let shop: StripePlans;

// Each test has clocks of its own, because prices have days.
beforeEach(async () => {
  shop = await startStripePlans();
});

afterEach(() => shop.close());

const basic = 899;
const pro = 2_899;
const proYear = 27_830;

const bought = ['purchase', 'basic_month', 'fulfilled', basic] as const;

describe('bills', () => {
  it('of a period grant, and other bills do not', async () => {
    const { buyer, id } = await shop.subscriber('basic_month');
    const bill = (reason: 'subscription_update' | 'manual') => {
      shop.renew(id);
      const invoice = shop.stripe.subscriptions.get(id)?.latest_invoice ?? '';
      shop.stripe.state.overrides.set(invoice, { billing_reason: reason });
    };
    bill('subscription_update');
    await shop.deliver();
    bill('manual');
    await shop.deliver();
    await shop.reconcile();
    expect(await shop.books(buyer)).toEqual([bought]);
    shop.renew(id);
    await shop.deliver();
    expect((await shop.books(buyer)).slice(1)).toEqual([
      ['renewal', 'basic_month', 'fulfilled', basic],
    ]);
  });

  it('that are not paid leave the old credits, and grant once when they are paid late, without a gap', async () => {
    const { buyer, id } = await shop.subscriber('pro_month');
    const ended = shop.periodEnd(id);
    shop.setCard(id, 'is declined');
    shop.renew(id);
    await shop.deliver();
    expect(await shop.plan(buyer)).toMatchObject({ state: 'past_due', changes: [] });
    expect(await shop.credit(buyer)).toBe(13_500);
    const refused = await shop.change(buyer, 'pro_year', { amount: proYear });
    expect([refused.status, refused.json]).toMatchObject([
      409,
      { error: { code: 'plan_past_due' } },
    ]);
    shop.pass(86_400);
    const invoice = shop.stripe.subscriptions.get(id)?.latest_invoice ?? '';
    shop.setCard(id, 'works');
    shop.stripe.payInvoice(invoice);
    await shop.deliver((events) => [...events, ...events.toReversed()]);
    await shop.reconcile();
    expect((await shop.books(buyer)).slice(1)).toEqual([
      ['renewal', 'pro_month', 'fulfilled', pro],
    ]);
    const renewal = (await shop.ordersOf(buyer)).find(({ kind }) => kind === 'renewal');
    expect(renewal?.periodStarts).toEqual(ended);
    expect(await shop.granted(buyer)).toBe(27_000);
    expect(await shop.plan(buyer)).toMatchObject({ state: 'active' });
  });

  it('that are paid late are among the orders as soon as the plan is shown as paid', async () => {
    const { buyer, id } = await shop.subscriber('pro_month');
    shop.setCard(id, 'is declined');
    shop.renew(id);
    await shop.deliver();
    shop.setCard(id, 'works');
    shop.stripe.payInvoice(shop.stripe.subscriptions.get(id)?.latest_invoice ?? '');
    const unreadable = { does: 'answers 500', to: 'GET /v1/invoices' } as const;
    shop.stripe.faults.push(...Array.from({ length: 30 }, () => unreadable));
    const changed = shop.stripe.state.events.findLast(({ type }) => type.includes('subscription'));
    if (!changed) throw new Error('Stripe sent no message about the subscription');
    const { body, headers } = shop.stripe.messageNow(changed);
    const events = `${shop.url}/api/payments/stripe/events`;
    await fetch(events, { method: 'POST', body: Buffer.from(body), headers });
    await applyEvents(shop.platform);
    // The server may apply the message at the same time as the test does.
    await expect.poll(() => shop.stripe.faults.length).toBeLessThan(30);
    expect(await shop.plan(buyer)).toMatchObject({ state: 'past_due' });
    expect(await shop.books(buyer)).toHaveLength(1);
    shop.stripe.faults.length = 0;
    await shop.reconcile();
    expect(await shop.plan(buyer)).toMatchObject({ state: 'active' });
    expect((await shop.books(buyer)).slice(1)).toEqual([
      ['renewal', 'pro_month', 'fulfilled', pro],
    ]);
  });

  it('that are never paid end the plan at once when it is cancelled', async () => {
    const { buyer, id } = await shop.subscriber('pro_month');
    shop.setCard(id, 'is declined');
    shop.renew(id);
    await shop.deliver();
    expect((await shop.post(buyer, 'cancel')).status).toBe(200);
    expect(shop.stripe.subscriptions.get(id)?.status).toBe('canceled');
    const [row] = await shop.database.query
      .select()
      .from(subscription)
      .where(eq(subscription.userId, buyer.userId));
    expect(row?.state).toBe('ended');
    expect(await shop.books(buyer)).toHaveLength(1);
  });

  it('of a period before an upgrade that come after it are for the old plan', async () => {
    const { buyer, id } = await shop.subscriber('basic_month');
    shop.renew(id);
    // A promotion may have ended in the month that passed.
    const day = dayOf(shop.platform.now());
    const upgraded = quote({ product: 'pro_month', currency: 'USD', day })?.total;
    await shop.change(buyer, 'pro_month');
    await shop.deliver((events) => events.toReversed());
    await shop.reconcile();
    expect(
      (await shop.books(buyer)).map(([, product, state, amount]) => [product, state, amount]),
    ).toEqual(
      expect.arrayContaining([
        ['basic_month', 'fulfilled', basic],
        ['pro_month', 'fulfilled', upgraded],
      ]),
    );
    expect(await shop.books(buyer)).toHaveLength(3);
    expect(await shop.plan(buyer)).toMatchObject({ product: 'pro_month', next_amount: upgraded });
  });
});

describe('a card that needs a confirmation', () => {
  it('leaves the order pending, and an abandoned one grants nothing and cannot be paid any more', async () => {
    const buyer = await shop.newBuyer();
    const order = await shop.order(buyer, 'pro_month');
    await shop.checkout(buyer, order, 'stripe');
    const session = shop.stripe.sessions.values().at(-1);
    shop.stripe.buyer.isAskedToConfirm(session?.id ?? '');
    await shop.deliver();
    await shop.reconcile();
    expect([await shop.stateOf(order.id), await shop.credit(buyer)]).toEqual(['pending', 0]);
    shop.pass(3 * 3_600);
    await shop.deliver();
    await shop.reconcile();
    expect([await shop.stateOf(order.id), await shop.credit(buyer)]).toEqual(['expired', 0]);
    expect(await shop.plan(buyer)).toBeNull();
  });
});

describe('a yearly plan', () => {
  it('grants month by month on its day, and does not grant missed months twice', async () => {
    const { buyer } = await shop.subscriber('pro_year');
    const seen: number[] = [];
    // No job and no visit for three months, then daily visits.
    shop.pass(95 * 86_400);
    for (let day = 0; day < 272; day += 8) {
      seen.push(await shop.credit(buyer));
      shop.pass(8 * 86_400);
    }
    expect(new Set(seen)).toEqual(new Set([13_500]));
    const months = (await shop.granted(buyer)) / 13_500;
    expect(months).toBe(10);
  });
});
