import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { subscription } from '#server/db/schema/orders.ts';
import { lockUser } from '#server/services/users/refuseLeaving.ts';
import { longWait } from '../../setup/longWait.ts';
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

describe('the running plan', () => {
  it('shows its next payment and the price and the start of each change', async () => {
    const { buyer, id } = await shop.subscriber('pro_month');
    const ends = shop.periodEnd(id).toISOString();
    expect(await shop.plan(buyer)).toMatchObject({
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
        { product: 'basic_month', kind: 'downgrade', credits: 400, amount: basic, from: ends },
        { product: 'basic_year', kind: 'downgrade', credits: 400, amount: 8_630, from: ends },
        { product: 'pro_year', kind: 'upgrade', credits: 13_500, amount: proYear, from: null },
      ],
    });
  });

  it('is missing without a plan, and cannot be changed without a session', async () => {
    const buyer = await shop.newBuyer();
    expect(await shop.plan(buyer)).toBeNull();
    const refused = await shop.post(buyer, 'cancel');
    expect([refused.status, refused.json]).toMatchObject([404, { error: { code: 'no_plan' } }]);
    for (const path of ['', '/cancel', '/resume', '/change']) {
      const method = path === '' ? 'GET' : 'POST';
      const body = { request_id: crypto.randomUUID(), product: 'pro_month', amount: pro };
      const response = await shop.fetch(`/api/subscription${path}`, {
        method,
        ...(path === '/change' && { body: JSON.stringify(body) }),
      });
      expect([path, response.status]).toEqual([path, 401]);
    }
  });

  it('has one state after it was cancelled, resumed and cancelled, with messages in any order', async () => {
    const { buyer, id } = await shop.subscriber('pro_month');
    for (const verb of ['cancel', 'cancel', 'resume', 'resume', 'cancel'] as const) {
      const { status, json } = await shop.post(buyer, verb);
      expect([verb, status, json.plan.ends_at_period_end]).toEqual([verb, 200, verb === 'cancel']);
    }
    await shop.deliver((events) => [...events, ...events].toReversed());
    expect(await shop.plan(buyer)).toMatchObject({ ends_at_period_end: true, next_amount: null });
    shop.renew(id);
    await shop.deliver();
    await shop.reconcile();
    expect(await shop.plan(buyer)).toMatchObject({ kind: 'prepaid', product: 'pro_month' });
    expect(await shop.granted(buyer)).toBe(13_500);
    expect(await shop.books(buyer)).toHaveLength(1);
  });
});

describe('cancelling and resuming', () => {
  it('answers thirty requests at once, and agrees with the provider afterwards', async () => {
    const { buyer, id } = await shop.subscriber('pro_month');
    const verbs = Array.from({ length: 30 }, (_, index) => (index % 2 ? 'resume' : 'cancel'));
    const answers = await Promise.all(verbs.map((verb) => shop.post(buyer, verb)));
    expect(answers.map(({ status }) => status)).toEqual(verbs.map(() => 200));
    const ends = shop.stripe.subscriptions.get(id)?.cancel_at_period_end;
    expect(await shop.plan(buyer)).toMatchObject({ ends_at_period_end: ends });
  });
});

describe('an upgrade', () => {
  it('charges the full price now, starts a fresh period and leaves the old credits their end', async () => {
    const { buyer, id } = await shop.subscriber('basic_month');
    shop.pass(3 * 86_400);
    const { status, json } = await shop.change(buyer, 'pro_month');
    expect([status, json]).toMatchObject([
      200,
      {
        order: { kind: 'upgrade', state: 'fulfilled', amount: pro, product: 'pro_month' },
        plan: { product: 'pro_month', next_amount: pro },
      },
    ]);
    expect(json.order?.receipt_number).toEqual(expect.any(Number));
    expect(new Date(json.plan.period.ends)).toEqual(shop.periodEnd(id));
    await shop.deliver((events) => [...events.toReversed(), ...events]);
    await shop.reconcile();
    expect(await shop.credit(buyer)).toBe(400 + 13_500);
    expect(await shop.books(buyer)).toEqual([bought, ['upgrade', 'pro_month', 'fulfilled', pro]]);
    shop.pass(4.5 * 86_400);
    expect(await shop.credit(buyer)).toBe(13_500);
  });

  it('that is declined, or that a bank must confirm, leaves the old plan untouched', async () => {
    const { buyer, id } = await shop.subscriber('basic_month');
    // The dates of an upgrade's effects follow the clock.
    const read = async () => {
      const plan = await shop.plan(buyer);
      return { ...plan, changes: plan.changes.map(({ product, amount }) => [product, amount]) };
    };
    const before = await read();
    for (const card of ['is declined', 'asks for a confirmation'] as const) {
      shop.setCard(id, card);
      const { status, json } = await shop.change(buyer, 'pro_month');
      expect([status, json.order]).toMatchObject([200, { state: 'failed', failure: 'declined' }]);
      await shop.deliver();
      expect(await read()).toEqual(before);
    }
    expect(await shop.credit(buyer)).toBe(400);
    shop.setCard(id, 'works');
    shop.renew(id);
    await shop.deliver();
    await shop.expectRenewal(buyer, 'basic_month', basic);
  });

  it.each(['a message', 'reconciliation', 'the same request'] as const)(
    'without an answer is charged once and found again by %s',
    async (way) => {
      const { buyer } = await shop.subscriber('basic_month');
      const requestId = crypto.randomUUID();
      for (let tries = 0; tries < 5; tries += 1) {
        shop.stripe.faults.push({
          does: 'works and cuts the connection',
          to: 'POST /v1/subscriptions/',
        });
      }
      const lost = await shop.change(buyer, 'pro_month', { requestId });
      shop.stripe.faults.length = 0;
      expect([lost.status, lost.json]).toMatchObject([
        200,
        { order: { state: 'pending' }, plan: { upgrading: expect.any(String) } },
      ]);
      expect(await shop.credit(buyer)).toBe(400);
      const other = await shop.change(buyer, 'pro_year');
      expect([other.status, other.json]).toMatchObject([
        409,
        { error: { code: 'change_running' } },
      ]);
      if (way === 'a message') await shop.deliver();
      if (way === 'reconciliation') {
        shop.pass(120);
        await shop.reconcile();
      }
      const again = await shop.change(buyer, 'pro_month', { requestId, amount: pro });
      expect(again.json.order).toMatchObject({ id: lost.json.order?.id, state: 'fulfilled' });
      await shop.deliver((events) => [...events, ...events]);
      await shop.reconcile();
      expect(await shop.credit(buyer)).toBe(400 + 13_500);
      expect(await shop.books(buyer)).toEqual([bought, ['upgrade', 'pro_month', 'fulfilled', pro]]);
    },
  );

  it('that never reached the provider fails, is charged nothing, and can be made again', async () => {
    const { buyer } = await shop.subscriber('basic_month');
    for (let tries = 0; tries < 8; tries += 1) {
      shop.stripe.faults.push({ does: 'cuts the connection', to: 'POST /v1/' });
    }
    const lost = await shop.change(buyer, 'pro_month');
    shop.stripe.faults.length = 0;
    expect(lost.json.order).toMatchObject({ state: 'pending' });
    shop.pass(20 * 60);
    await shop.reconcile();
    expect(await shop.stateOf(lost.json.order?.id ?? '')).toBe('failed');
    expect(await shop.plan(buyer)).toMatchObject({ product: 'basic_month', upgrading: null });
    const again = await shop.change(buyer, 'pro_month');
    expect(again.json.order).toMatchObject({ state: 'fulfilled' });
    expect(await shop.granted(buyer)).toBe(400 + 13_500);
  });

  it('is refused at another price, to the same plan, and for an id that another order has', async () => {
    const { buyer } = await shop.subscriber('basic_month');
    const codeOf = async (change: Promise<{ status: number; json: unknown }>) => {
      const { status, json } = await change;
      return [status, (json as { error?: { code: string } }).error?.code];
    };
    expect(await codeOf(shop.change(buyer, 'pro_month', { amount: 1 }))).toEqual([
      409,
      'offer_changed',
    ]);
    expect(await codeOf(shop.change(buyer, 'basic_month'))).toEqual([409, 'already_subscribed']);
    const [first] = await shop.ordersOf(buyer);
    const requestId = first?.requestId ?? '';
    expect(await codeOf(shop.change(buyer, 'pro_month', { requestId }))).toEqual([
      409,
      'request_id_reused',
    ]);
    expect(await shop.books(buyer)).toEqual([bought]);
  });

  it('is refused when another tab was charged since the plan was read', async () => {
    const { buyer, id } = await shop.subscriber('basic_month');
    const { query } = shop.database;
    const late = await query.transaction(async (transaction) => {
      await lockUser(transaction, buyer.userId);
      const waiting = shop.change(buyer, 'pro_month');
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
    expect(await shop.books(buyer)).toEqual([bought]);
  });

  it('is charged once by two tabs and by ten requests of one', async () => {
    const { buyer } = await shop.subscriber('basic_month');
    const requestId = crypto.randomUUID();
    await Promise.all([
      ...Array.from({ length: 10 }, () => shop.change(buyer, 'pro_month', { requestId })),
      shop.change(buyer, 'pro_month'),
      shop.change(buyer, 'pro_year'),
    ]);
    await shop.deliver();
    await shop.reconcile();
    const upgrades = (await shop.books(buyer)).filter(([kind]) => kind === 'upgrade');
    const paid = shop.stripe.charges.values().filter(({ amount }) => amount !== basic);
    expect(upgrades.every(([, , state]) => state === 'fulfilled')).toBe(true);
    // The month and then the year are two changes that the user requested; each is charged once.
    expect(new Set(upgrades.map(([, product]) => product)).size).toBe(upgrades.length);
    expect(paid.length).toBeGreaterThanOrEqual(upgrades.length);
  });
});
