import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { subscription } from '#server/db/schema/orders.ts';
import { applyEvents } from '#server/services/orders/events/applyEvents.ts';
import { type StripePlans, startStripePlans } from '../../setup/stripe/stripePlans.ts';

let world: StripePlans;

// Each test has clocks of its own, because prices have days.
beforeEach(async () => {
  world = await startStripePlans();
});

afterEach(() => world.close());

const basic = 899;
const pro = 2_899;
const proYear = 27_830;

const bought = ['purchase', 'basic_month', 'fulfilled', basic] as const;

describe('bills', () => {
  it('of a period grant, and other bills do not', async () => {
    const { buyer, id } = await world.subscriber('basic_month');
    const bill = (reason: 'subscription_update' | 'manual') => {
      world.renew(id);
      const invoice = world.stripe.subscriptions.get(id)?.latest_invoice ?? '';
      world.stripe.state.overrides.set(invoice, { billing_reason: reason });
    };
    bill('subscription_update');
    await world.deliver();
    bill('manual');
    await world.deliver();
    await world.reconcile();
    expect(await world.books(buyer)).toEqual([bought]);
    world.renew(id);
    await world.deliver();
    expect((await world.books(buyer)).slice(1)).toEqual([
      ['renewal', 'basic_month', 'fulfilled', basic],
    ]);
  });

  it('that are not paid leave the old credits, and grant once when they are paid late, without a gap', async () => {
    const { buyer, id } = await world.subscriber('pro_month');
    const ended = world.periodEnd(id);
    world.setCard(id, 'is declined');
    world.renew(id);
    await world.deliver();
    expect(await world.plan(buyer)).toMatchObject({ state: 'past_due', changes: [] });
    expect(await world.credit(buyer)).toBe(13_500);
    const refused = await world.change(buyer, 'pro_year', { amount: proYear });
    expect([refused.status, refused.json]).toMatchObject([
      409,
      { error: { code: 'plan_past_due' } },
    ]);
    world.pass(86_400);
    const invoice = world.stripe.subscriptions.get(id)?.latest_invoice ?? '';
    world.setCard(id, 'works');
    world.stripe.payInvoice(invoice);
    await world.deliver((events) => [...events, ...events.toReversed()]);
    await world.reconcile();
    expect((await world.books(buyer)).slice(1)).toEqual([
      ['renewal', 'pro_month', 'fulfilled', pro],
    ]);
    const renewal = (await world.ordersOf(buyer)).find(({ kind }) => kind === 'renewal');
    expect(renewal?.periodStarts).toEqual(ended);
    expect(await world.granted(buyer)).toBe(27_000);
    expect(await world.plan(buyer)).toMatchObject({ state: 'active' });
  });

  it('that are paid late are among the orders as soon as the plan is shown as paid', async () => {
    const { buyer, id } = await world.subscriber('pro_month');
    world.setCard(id, 'is declined');
    world.renew(id);
    await world.deliver();
    world.setCard(id, 'works');
    world.stripe.payInvoice(world.stripe.subscriptions.get(id)?.latest_invoice ?? '');
    const unreadable = { does: 'answers 500', to: 'GET /v1/invoices' } as const;
    world.stripe.faults.push(...Array.from({ length: 30 }, () => unreadable));
    const changed = world.stripe.state.events.findLast(({ type }) => type.includes('subscription'));
    if (!changed) throw new Error('Stripe sent no message about the subscription');
    const { body, headers } = world.stripe.messageNow(changed);
    const events = `${world.url}/api/payments/stripe/events`;
    await fetch(events, { method: 'POST', body: Buffer.from(body), headers });
    await applyEvents(world.platform);
    // The server may apply the message at the same time as the test does.
    await expect.poll(() => world.stripe.faults.length).toBeLessThan(30);
    expect(await world.plan(buyer)).toMatchObject({ state: 'past_due' });
    expect(await world.books(buyer)).toHaveLength(1);
    world.stripe.faults.length = 0;
    await world.reconcile();
    expect(await world.plan(buyer)).toMatchObject({ state: 'active' });
    expect((await world.books(buyer)).slice(1)).toEqual([
      ['renewal', 'pro_month', 'fulfilled', pro],
    ]);
  });

  it('that are never paid end the plan at once when it is cancelled', async () => {
    const { buyer, id } = await world.subscriber('pro_month');
    world.setCard(id, 'is declined');
    world.renew(id);
    await world.deliver();
    expect((await world.post(buyer, 'cancel')).status).toBe(200);
    expect(world.stripe.subscriptions.get(id)?.status).toBe('canceled');
    const [row] = await world.database.query
      .select()
      .from(subscription)
      .where(eq(subscription.userId, buyer.userId));
    expect(row?.state).toBe('ended');
    expect(await world.books(buyer)).toHaveLength(1);
  });

  it('of a period before an upgrade that come after it are for the old plan', async () => {
    const { buyer, id } = await world.subscriber('basic_month');
    world.renew(id);
    await world.change(buyer, 'pro_month');
    await world.deliver((events) => events.toReversed());
    await world.reconcile();
    expect(
      (await world.books(buyer)).map(([, product, state, amount]) => [product, state, amount]),
    ).toEqual(
      expect.arrayContaining([
        ['basic_month', 'fulfilled', basic],
        ['pro_month', 'fulfilled', pro],
      ]),
    );
    expect(await world.books(buyer)).toHaveLength(3);
    expect(await world.plan(buyer)).toMatchObject({ product: 'pro_month', next_amount: pro });
  });
});

describe('a card that needs a confirmation', () => {
  it('leaves the order pending, and an abandoned one grants nothing and cannot be paid any more', async () => {
    const buyer = await world.newBuyer();
    const order = await world.order(buyer, 'pro_month');
    await world.checkout(buyer, order, 'stripe');
    const session = world.stripe.sessions.values().at(-1);
    world.stripe.buyer.isAskedToConfirm(session?.id ?? '');
    await world.deliver();
    await world.reconcile();
    expect([await world.stateOf(order.id), await world.credit(buyer)]).toEqual(['pending', 0]);
    world.pass(3 * 3_600);
    await world.deliver();
    await world.reconcile();
    expect([await world.stateOf(order.id), await world.credit(buyer)]).toEqual(['expired', 0]);
    expect(await world.plan(buyer)).toBeNull();
  });
});

describe('a yearly plan', () => {
  it('grants month by month on its day, and does not grant missed months twice', async () => {
    const { buyer } = await world.subscriber('pro_year');
    const seen: number[] = [];
    // No job and no visit for three months, then daily visits.
    world.pass(95 * 86_400);
    for (let day = 0; day < 272; day += 8) {
      seen.push(await world.credit(buyer));
      world.pass(8 * 86_400);
    }
    expect(new Set(seen)).toEqual(new Set([13_500]));
    const months = (await world.granted(buyer)) / 13_500;
    expect(months).toBe(10);
  });
});
