import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findLiveSubscription } from '#server/services/orders/subscriptions/findSubscription.ts';
import { askForDowngrade } from '#server/services/orders/subscriptions/askForDowngrade.ts';
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

describe('a downgrade', () => {
  it('waits for the end of the period with a mail before, and its first bill is compared with the new price', async () => {
    const { buyer, id } = await world.subscriber('pro_month');
    const from = world.periodEnd(id).toISOString();
    const { json } = await world.change(buyer, 'basic_month');
    expect(json).toMatchObject({
      order: null,
      plan: {
        product: 'pro_month',
        next_amount: basic,
        waiting: { product: 'basic_month', amount: basic, from },
      },
    });
    expect(await world.credit(buyer)).toBe(13_500);
    world.renew(id);
    await world.deliver((events) => [...events.toReversed(), ...events]);
    await world.reconcile();
    expect(await world.plan(buyer)).toMatchObject({
      product: 'basic_month',
      next_amount: basic,
      waiting: null,
    });
    expect((await world.books(buyer)).slice(1)).toEqual([
      ['renewal', 'basic_month', 'fulfilled', basic],
    ]);
    expect(await world.granted(buyer)).toBe(13_500 + 200);
    world.renew(id);
    await world.deliver();
    expect((await world.books(buyer)).at(-1)).toEqual([
      'renewal',
      'basic_month',
      'fulfilled',
      basic,
    ]);
  });

  it.each([
    ['pro_year', 'basic_month', basic],
    ['pro_month', 'basic_year', 8_630],
  ] as const)(
    'from %s to %s takes effect although the period is another one',
    async (from, to, price) => {
      const { buyer, id } = await world.subscriber(from);
      await world.change(buyer, to);
      world.renew(id);
      await world.deliver();
      expect((await world.books(buyer)).at(-1)).toEqual(['renewal', to, 'fulfilled', price]);
      expect(await world.plan(buyer)).toMatchObject({ product: to, next_amount: price });
    },
  );

  it('can be withdrawn, and renews as before then', async () => {
    const { buyer, id } = await world.subscriber('pro_month');
    await world.change(buyer, 'basic_month');
    const { json } = await world.post(buyer, 'resume');
    expect(json.plan).toMatchObject({ waiting: null, next_amount: pro });
    world.renew(id);
    await world.deliver();
    expect((await world.books(buyer)).at(-1)).toEqual(['renewal', 'pro_month', 'fulfilled', pro]);
  });

  it('is dropped by a cancellation and by an upgrade', async () => {
    const { buyer } = await world.subscriber('pro_month');
    await world.change(buyer, 'basic_month');
    expect((await world.post(buyer, 'cancel')).json.plan).toMatchObject({ waiting: null });
    await world.change(buyer, 'basic_month');
    expect(await world.plan(buyer)).toMatchObject({
      ends_at_period_end: false,
      waiting: { product: 'basic_month' },
    });
    const { json } = await world.change(buyer, 'pro_year');
    expect(json.plan).toMatchObject({ product: 'pro_year', waiting: null, next_amount: proYear });
  });

  it('without an answer is kept, and reaches the provider later', async () => {
    const { buyer, id } = await world.subscriber('pro_month');
    for (let tries = 0; tries < 8; tries += 1) {
      world.stripe.faults.push({ does: 'cuts the connection', to: 'POST /v1/' });
    }
    const { status, json } = await world.change(buyer, 'basic_month');
    world.stripe.faults.length = 0;
    expect([status, json.plan.waiting]).toMatchObject([200, { product: 'basic_month' }]);
    expect(world.stripe.subscriptions.get(id)?.schedule).toBeNull();
    await world.reconcile();
    expect(world.stripe.subscriptions.get(id)?.schedule).not.toBeNull();
    world.renew(id);
    await world.deliver();
    expect((await world.books(buyer)).at(-1)).toEqual([
      'renewal',
      'basic_month',
      'fulfilled',
      basic,
    ]);
  });

  describe('a downgrade that is repeated while its user cancels the plan is not restored', () => {
    async function newUnconfirmed() {
      const { buyer, id } = await world.subscriber('pro_month');
      for (let tries = 0; tries < 8; tries += 1) {
        world.stripe.faults.push({ does: 'cuts the connection', to: 'POST /v1/' });
      }
      expect((await world.change(buyer, 'basic_month')).status).toBe(200);
      world.stripe.faults.length = 0;
      return { buyer, id };
    }

    async function expectEnd({ buyer, id }: Awaited<ReturnType<typeof newUnconfirmed>>) {
      expect(await world.plan(buyer)).toMatchObject({ ends_at_period_end: true, waiting: null });
      await world.deliver();
      expect(await world.plan(buyer)).toMatchObject({ ends_at_period_end: true, waiting: null });
      world.renew(id);
      await world.deliver();
      await world.reconcile();
      expect(await world.books(buyer)).toHaveLength(1);
    }

    it.each(['POST /v1/products', 'POST /v1/subscription_schedules'])('after %s', async (step) => {
      const plan = await newUnconfirmed();
      let cancelled = 0;
      world.stripe.hooks.after = async (call) => {
        if (call === step && cancelled === 0) {
          cancelled = (await world.post(plan.buyer, 'cancel')).status;
        }
        return false;
      };
      await world.reconcile();
      // On a busy machine the provider's client gives up before the plan is cancelled.
      await expect.poll(() => cancelled).toBe(200);
      await expectEnd(plan);
    });

    it('before the provider is asked', async () => {
      const plan = await newUnconfirmed();
      const requested = await findLiveSubscription(world.database.query, plan.buyer.userId);
      if (!requested) throw new Error('There is no plan');
      await world.post(plan.buyer, 'cancel');
      await askForDowngrade(world.platform, requested);
      await expectEnd(plan);
    });
  });

  it('and an upgrade, twenty times in turns, never grant more than was paid', async () => {
    const { buyer, id } = await world.subscriber('basic_month');
    for (let turn = 0; turn < 20; turn += 1) {
      await world.change(buyer, turn % 2 === 0 ? 'pro_month' : 'basic_month');
      if (turn % 4 === 3) await world.post(buyer, 'resume');
      if (turn % 4 === 1) await world.deliver((events) => [...events, ...events].toReversed());
      if (turn === 9) world.renew(id);
      world.pass(3_600);
    }
    await world.deliver();
    await world.reconcile();
    const orders = await world.ordersOf(buyer);
    // At most five weeks of Basic in a month.
    const paid = orders.reduce(
      (sum, { product, credits }) => sum + (product === 'basic_month' ? 5 * credits : credits),
      0,
    );
    expect(orders.every(({ state }) => state === 'fulfilled')).toBe(true);
    expect(await world.granted(buyer)).toBeLessThanOrEqual(paid);
    const charged = world.stripe.charges.values().length;
    expect(charged).toBeGreaterThanOrEqual(orders.length);
    for (let month = 0; month < 14; month += 1) {
      world.pass(7 * 86_400);
      await world.credit(buyer);
    }
    expect(await world.granted(buyer)).toBeLessThanOrEqual(paid);
  });
});
