import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { subscription } from '#server/db/schema/orders.ts';
import { lockUser } from '#server/services/users/refuseLeaving.ts';
import { longWait } from '../../setup/longWait.ts';
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

describe('the running plan', () => {
  it('shows its next payment and the price and the start of each change', async () => {
    const { buyer, id } = await world.subscriber('pro_month');
    const ends = world.periodEnd(id).toISOString();
    expect(await world.plan(buyer)).toMatchObject({
      kind: 'renewing',
      product: 'pro_month',
      credits: 13_500,
      currency: 'USD',
      method: 'stripe',
      state: 'active',
      period: { ends },
      ends_at_period_end: false,
      next_amount: pro,
      waiting: null,
      upgrading: null,
      changes: [
        { product: 'basic_month', kind: 'downgrade', credits: 200, amount: basic, from: ends },
        { product: 'basic_year', kind: 'downgrade', credits: 200, amount: 8_630, from: ends },
        { product: 'pro_year', kind: 'upgrade', credits: 13_500, amount: proYear, from: null },
      ],
    });
  });

  it('is missing without a plan, and cannot be changed without a session', async () => {
    const buyer = await world.newBuyer();
    expect(await world.plan(buyer)).toBeNull();
    const refused = await world.post(buyer, 'cancel');
    expect([refused.status, refused.json]).toMatchObject([404, { error: { code: 'no_plan' } }]);
    for (const path of ['', '/cancel', '/resume', '/change']) {
      const method = path === '' ? 'GET' : 'POST';
      const body = { request_id: crypto.randomUUID(), product: 'pro_month', amount: pro };
      const response = await world.fetch(`/api/subscription${path}`, {
        method,
        ...(path === '/change' && { body: JSON.stringify(body) }),
      });
      expect([path, response.status]).toEqual([path, 401]);
    }
  });

  it('has one state after it was cancelled, resumed and cancelled, with messages in any order', async () => {
    const { buyer, id } = await world.subscriber('pro_month');
    for (const verb of ['cancel', 'cancel', 'resume', 'resume', 'cancel'] as const) {
      const { status, json } = await world.post(buyer, verb);
      expect([verb, status, json.plan.ends_at_period_end]).toEqual([verb, 200, verb === 'cancel']);
    }
    await world.deliver((events) => [...events, ...events].toReversed());
    expect(await world.plan(buyer)).toMatchObject({ ends_at_period_end: true, next_amount: null });
    world.renew(id);
    await world.deliver();
    await world.reconcile();
    expect(await world.plan(buyer)).toMatchObject({ kind: 'prepaid', product: 'pro_month' });
    expect(await world.granted(buyer)).toBe(13_500);
    expect(await world.books(buyer)).toHaveLength(1);
  });
});

describe('cancelling and resuming', () => {
  it('answers thirty requests at once, and agrees with the provider afterwards', async () => {
    const { buyer, id } = await world.subscriber('pro_month');
    const verbs = Array.from({ length: 30 }, (_, index) => (index % 2 ? 'resume' : 'cancel'));
    const answers = await Promise.all(verbs.map((verb) => world.post(buyer, verb)));
    expect(answers.map(({ status }) => status)).toEqual(verbs.map(() => 200));
    const ends = world.stripe.subscriptions.get(id)?.cancel_at_period_end;
    expect(await world.plan(buyer)).toMatchObject({ ends_at_period_end: ends });
  });
});

describe('an upgrade', () => {
  it('charges the full price now, starts a fresh period and leaves the old credits their end', async () => {
    const { buyer, id } = await world.subscriber('basic_month');
    world.pass(3 * 86_400);
    const { status, json } = await world.change(buyer, 'pro_month');
    expect([status, json]).toMatchObject([
      200,
      {
        order: { kind: 'upgrade', state: 'fulfilled', amount: pro, product: 'pro_month' },
        plan: { product: 'pro_month', next_amount: pro },
      },
    ]);
    expect(json.order?.receipt_number).toEqual(expect.any(Number));
    expect(new Date(json.plan.period.ends)).toEqual(world.periodEnd(id));
    await world.deliver((events) => [...events.toReversed(), ...events]);
    await world.reconcile();
    expect(await world.credit(buyer)).toBe(200 + 13_500);
    expect(await world.books(buyer)).toEqual([bought, ['upgrade', 'pro_month', 'fulfilled', pro]]);
    world.pass(4.5 * 86_400);
    expect(await world.credit(buyer)).toBe(13_500);
  });

  it('that is declined, or that a bank must confirm, leaves the old plan untouched', async () => {
    const { buyer, id } = await world.subscriber('basic_month');
    // The dates of an upgrade's effects follow the clock.
    const read = async () => {
      const plan = await world.plan(buyer);
      return { ...plan, changes: plan.changes.map(({ product, amount }) => [product, amount]) };
    };
    const before = await read();
    for (const card of ['is declined', 'asks for a confirmation'] as const) {
      world.setCard(id, card);
      const { status, json } = await world.change(buyer, 'pro_month');
      expect([status, json.order]).toMatchObject([200, { state: 'failed', failure: 'declined' }]);
      await world.deliver();
      expect(await read()).toEqual(before);
    }
    expect(await world.credit(buyer)).toBe(200);
    world.setCard(id, 'works');
    world.renew(id);
    await world.deliver();
    expect((await world.books(buyer)).at(-1)).toEqual([
      'renewal',
      'basic_month',
      'fulfilled',
      basic,
    ]);
  });

  it.each(['a message', 'reconciliation', 'the same request'] as const)(
    'without an answer is charged once and found again by %s',
    async (way) => {
      const { buyer } = await world.subscriber('basic_month');
      const requestId = crypto.randomUUID();
      for (let tries = 0; tries < 5; tries += 1) {
        world.stripe.faults.push({
          does: 'works and cuts the connection',
          to: 'POST /v1/subscriptions/',
        });
      }
      const lost = await world.change(buyer, 'pro_month', { requestId });
      world.stripe.faults.length = 0;
      expect([lost.status, lost.json]).toMatchObject([
        200,
        { order: { state: 'pending' }, plan: { upgrading: expect.any(String) } },
      ]);
      expect(await world.credit(buyer)).toBe(200);
      const other = await world.change(buyer, 'pro_year');
      expect([other.status, other.json]).toMatchObject([
        409,
        { error: { code: 'change_running' } },
      ]);
      if (way === 'a message') await world.deliver();
      if (way === 'reconciliation') {
        world.pass(120);
        await world.reconcile();
      }
      const again = await world.change(buyer, 'pro_month', { requestId, amount: pro });
      expect(again.json.order).toMatchObject({ id: lost.json.order?.id, state: 'fulfilled' });
      await world.deliver((events) => [...events, ...events]);
      await world.reconcile();
      expect(await world.credit(buyer)).toBe(200 + 13_500);
      expect(await world.books(buyer)).toEqual([
        bought,
        ['upgrade', 'pro_month', 'fulfilled', pro],
      ]);
    },
  );

  it('that never reached the provider fails, is charged nothing, and can be made again', async () => {
    const { buyer } = await world.subscriber('basic_month');
    for (let tries = 0; tries < 8; tries += 1) {
      world.stripe.faults.push({ does: 'cuts the connection', to: 'POST /v1/' });
    }
    const lost = await world.change(buyer, 'pro_month');
    world.stripe.faults.length = 0;
    expect(lost.json.order).toMatchObject({ state: 'pending' });
    world.pass(20 * 60);
    await world.reconcile();
    expect(await world.stateOf(lost.json.order?.id ?? '')).toBe('failed');
    expect(await world.plan(buyer)).toMatchObject({ product: 'basic_month', upgrading: null });
    const again = await world.change(buyer, 'pro_month');
    expect(again.json.order).toMatchObject({ state: 'fulfilled' });
    expect(await world.granted(buyer)).toBe(200 + 13_500);
  });

  it('is refused at another price, to the same plan, and for an id that another order has', async () => {
    const { buyer } = await world.subscriber('basic_month');
    const codeOf = async (change: Promise<{ status: number; json: unknown }>) => {
      const { status, json } = await change;
      return [status, (json as { error?: { code: string } }).error?.code];
    };
    expect(await codeOf(world.change(buyer, 'pro_month', { amount: 1 }))).toEqual([
      409,
      'offer_changed',
    ]);
    expect(await codeOf(world.change(buyer, 'basic_month'))).toEqual([409, 'already_subscribed']);
    const [first] = await world.ordersOf(buyer);
    const requestId = first?.requestId ?? '';
    expect(await codeOf(world.change(buyer, 'pro_month', { requestId }))).toEqual([
      409,
      'request_id_reused',
    ]);
    expect(await world.books(buyer)).toEqual([bought]);
  });

  it('is refused when another tab was charged since the plan was read', async () => {
    const { buyer, id } = await world.subscriber('basic_month');
    const { query } = world.database;
    const late = await query.transaction(async (transaction) => {
      await lockUser(transaction, buyer.userId);
      const waiting = world.change(buyer, 'pro_month');
      await vi.waitFor(async () => {
        const waits = await transaction.execute(
          sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        expect(waits.rows).toHaveLength(1);
      }, longWait);
      // As the upgrade of the other tab leaves it.
      await transaction
        .update(subscription)
        .set({ product: 'pro_month' })
        .where(eq(subscription.providerId, id));
      return { waiting };
    });
    const { status, json } = await late.waiting;
    expect([status, json]).toMatchObject([409, { error: { code: 'change_running' } }]);
    expect(await world.books(buyer)).toEqual([bought]);
  });

  it('is charged once by two tabs and by ten requests of one', async () => {
    const { buyer } = await world.subscriber('basic_month');
    const requestId = crypto.randomUUID();
    await Promise.all([
      ...Array.from({ length: 10 }, () => world.change(buyer, 'pro_month', { requestId })),
      world.change(buyer, 'pro_month'),
      world.change(buyer, 'pro_year'),
    ]);
    await world.deliver();
    await world.reconcile();
    const upgrades = (await world.books(buyer)).filter(([kind]) => kind === 'upgrade');
    const paid = world.stripe.charges.values().filter(({ amount }) => amount !== basic);
    expect(upgrades.every(([, , state]) => state === 'fulfilled')).toBe(true);
    // The month and then the year are two changes that the user requested; each is charged once.
    expect(new Set(upgrades.map(([, product]) => product)).size).toBe(upgrades.length);
    expect(paid.length).toBeGreaterThanOrEqual(upgrades.length);
  });
});
