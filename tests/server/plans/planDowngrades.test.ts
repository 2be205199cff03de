import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findLiveSubscription } from '#server/services/orders/subscriptions/findSubscription.ts';
import { askForDowngrade } from '#server/services/orders/subscriptions/askForDowngrade.ts';
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

describe('a downgrade', () => {
  it('waits for the end of the period with a mail before, and its first bill is compared with the new price', async () => {
    const { buyer, id } = await shop.subscriber('pro_month');
    const from = shop.periodEnd(id).toISOString();
    const { json } = await shop.change(buyer, 'basic_month');
    expect(json).toMatchObject({
      order: null,
      plan: {
        product: 'pro_month',
        next_amount: basic,
        waiting: { product: 'basic_month', amount: basic, from },
      },
    });
    expect(await shop.credit(buyer)).toBe(13_500);
    shop.renew(id);
    await shop.deliver((events) => [...events.toReversed(), ...events]);
    await shop.reconcile();
    expect(await shop.plan(buyer)).toMatchObject({
      product: 'basic_month',
      next_amount: basic,
      waiting: null,
    });
    expect((await shop.books(buyer)).slice(1)).toEqual([
      ['renewal', 'basic_month', 'fulfilled', basic],
    ]);
    expect(await shop.granted(buyer)).toBe(13_500 + 400);
    shop.renew(id);
    await shop.deliver();
    await shop.expectRenewal(buyer, 'basic_month', basic);
  });

  it.each([
    ['pro_year', 'basic_month', basic],
    ['pro_month', 'basic_year', 8_630],
  ] as const)(
    'from %s to %s takes effect although the period is another one',
    async (from, to, price) => {
      const { buyer, id } = await shop.subscriber(from);
      const { status, json } = await shop.change(buyer, to);
      expect([status, json.plan.waiting]).toMatchObject([200, { product: to }]);
      shop.renew(id);
      await shop.deliver();
      await shop.expectRenewal(buyer, to, price);
      expect(await shop.plan(buyer)).toMatchObject({ product: to, next_amount: price });
    },
  );

  it('is stored while messages about the plan are applied', async () => {
    const { buyer, id } = await shop.subscriber('pro_month');
    let isOver = false;
    // Every message that is applied counts the version of the plan up.
    const applying = (async () => {
      while (!isOver) {
        await shop.database.pool.query('update subscription set version = version + 1');
      }
    })();
    const { status, json } = await shop.change(buyer, 'basic_month');
    isOver = true;
    await applying;
    expect([status, json.plan.waiting]).toMatchObject([200, { product: 'basic_month' }]);
    await shop.reconcile();
    shop.renew(id);
    await shop.deliver();
    await shop.expectRenewal(buyer, 'basic_month', basic);
  });

  it('can be withdrawn, and renews as before then', async () => {
    const { buyer, id } = await shop.subscriber('pro_month');
    await shop.change(buyer, 'basic_month');
    const { json } = await shop.post(buyer, 'resume');
    expect(json.plan).toMatchObject({ waiting: null, next_amount: pro });
    shop.renew(id);
    await shop.deliver();
    await shop.expectRenewal(buyer, 'pro_month', pro);
  });

  it('is dropped by a cancellation and by an upgrade', async () => {
    const { buyer } = await shop.subscriber('pro_month');
    await shop.change(buyer, 'basic_month');
    expect((await shop.post(buyer, 'cancel')).json.plan).toMatchObject({ waiting: null });
    await shop.change(buyer, 'basic_month');
    expect(await shop.plan(buyer)).toMatchObject({
      ends_at_period_end: false,
      waiting: { product: 'basic_month' },
    });
    const { json } = await shop.change(buyer, 'pro_year');
    expect(json.plan).toMatchObject({ product: 'pro_year', waiting: null, next_amount: proYear });
  });

  it('without an answer is kept, and reaches the provider later', async () => {
    const { buyer, id } = await shop.subscriber('pro_month');
    for (let tries = 0; tries < 8; tries += 1) {
      shop.stripe.faults.push({ does: 'cuts the connection', to: 'POST /v1/' });
    }
    const { status, json } = await shop.change(buyer, 'basic_month');
    shop.stripe.faults.length = 0;
    expect([status, json.plan.waiting]).toMatchObject([200, { product: 'basic_month' }]);
    expect(shop.stripe.subscriptions.get(id)?.schedule).toBeNull();
    await shop.reconcile();
    expect(shop.stripe.subscriptions.get(id)?.schedule).not.toBeNull();
    shop.renew(id);
    await shop.deliver();
    await shop.expectRenewal(buyer, 'basic_month', basic);
  });

  describe('a downgrade that is repeated while its user cancels the plan is not restored', () => {
    async function newUnconfirmed() {
      const { buyer, id } = await shop.subscriber('pro_month');
      for (let tries = 0; tries < 8; tries += 1) {
        shop.stripe.faults.push({ does: 'cuts the connection', to: 'POST /v1/' });
      }
      expect((await shop.change(buyer, 'basic_month')).status).toBe(200);
      shop.stripe.faults.length = 0;
      return { buyer, id };
    }

    async function expectEnd({ buyer, id }: Awaited<ReturnType<typeof newUnconfirmed>>) {
      expect(await shop.plan(buyer)).toMatchObject({ ends_at_period_end: true, waiting: null });
      await shop.deliver();
      expect(await shop.plan(buyer)).toMatchObject({ ends_at_period_end: true, waiting: null });
      shop.renew(id);
      await shop.deliver();
      await shop.reconcile();
      expect(await shop.books(buyer)).toHaveLength(1);
    }

    it.each(['POST /v1/products', 'POST /v1/subscription_schedules'])('after %s', async (step) => {
      const plan = await newUnconfirmed();
      let cancelled = 0;
      shop.stripe.hooks.after = async (call) => {
        if (call === step && cancelled === 0) {
          cancelled = (await shop.post(plan.buyer, 'cancel')).status;
        }
        return false;
      };
      await shop.reconcile();
      // On a busy machine the provider's client gives up before the plan is cancelled.
      await expect.poll(() => cancelled).toBe(200);
      await expectEnd(plan);
    });

    it('before the provider is asked', async () => {
      const plan = await newUnconfirmed();
      const requested = await findLiveSubscription(shop.database.query, plan.buyer.userId);
      if (!requested) throw new Error('There is no plan');
      await shop.post(plan.buyer, 'cancel');
      await askForDowngrade(shop.platform, requested);
      await expectEnd(plan);
    });
  });

  it('and an upgrade, twenty times in turns, never grant more than was paid', async () => {
    const { buyer, id } = await shop.subscriber('basic_month');
    for (let turn = 0; turn < 20; turn += 1) {
      await shop.change(buyer, turn % 2 === 0 ? 'pro_month' : 'basic_month');
      if (turn % 4 === 3) await shop.post(buyer, 'resume');
      if (turn % 4 === 1) await shop.deliver((events) => [...events, ...events].toReversed());
      if (turn === 9) shop.renew(id);
      shop.pass(3_600);
    }
    await shop.deliver();
    await shop.reconcile();
    const orders = await shop.ordersOf(buyer);
    // At most five weeks of Basic in a month.
    const paid = orders.reduce(
      (sum, { product, credits }) => sum + (product === 'basic_month' ? 5 * credits : credits),
      0,
    );
    expect(orders.every(({ state }) => state === 'fulfilled')).toBe(true);
    expect(await shop.granted(buyer)).toBeLessThanOrEqual(paid);
    const charged = shop.stripe.charges.values().length;
    expect(charged).toBeGreaterThanOrEqual(orders.length);
    for (let month = 0; month < 14; month += 1) {
      shop.pass(7 * 86_400);
      await shop.credit(buyer);
    }
    expect(await shop.granted(buyer)).toBeLessThanOrEqual(paid);
  });
});
