import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentOrder, providerEvent } from '#server/db/schema/orders.ts';
import { applyEvents } from '#server/services/orders/events/applyEvents.ts';
import { type Bought, type ReturnsServer, startReturnsServer } from '../../setup/returns.ts';

let server: ReturnsServer;

beforeAll(async () => {
  server = await startReturnsServer();
});

afterAll(() => server.close());

describe('refunds of a pack', () => {
  it('of 30 % and 30 % take the difference only, though each message comes twice', async () => {
    const bought = await server.buy('credit_1000');
    await server.refundAtStripe(bought, 270);
    await server.deliverStripe('refund.created');
    await server.applied();
    expect(await server.credit(bought.buyer)).toBe(700);
    await server.refundAtStripe(bought, 270);
    await server.deliverStripe('refund.created');
    await server.deliverStripe('refund.created');
    await server.applied();
    // 540 of 899 cents are 600.67 of 1000 credits.
    expect(await server.credit(bought.buyer)).toBe(399);
    expect(await server.stored(bought.order.id)).toMatchObject({
      state: 'fulfilled',
      returned: 540,
    });
    expect(await server.refundsOf(bought.order.id)).toMatchObject([
      { state: 'succeeded', refundedBy: 'provider', amount: 270 },
      { state: 'succeeded', refundedBy: 'provider', amount: 270 },
    ]);
  });

  it('may come in the wrong order, and are all recorded before the order is refunded', async () => {
    const bought = await server.buy('credit_500');
    await server.refundAtStripe(bought, 200);
    await server.refundAtStripe(bought, 299);
    const events = server.stripe.eventsOf('refund.created').slice(-2).toReversed();
    for (const event of events) await server.deliver('stripe', server.stripe.messageNow(event));
    await server.applied();
    expect(await server.credit(bought.buyer)).toBe(0);
    expect(await server.stateOf(bought.order.id)).toBe('refunded');
  });

  it('take the rest of a lot that is partly spent, and record the missing part', async () => {
    const bought = await server.buy('credit_500');
    await server.spend(bought.buyer, 400);
    const refund = await server.refund(bought.order.id);
    expect(refund).toMatchObject({ state: 'succeeded', amount: 499 });
    expect(await server.sums(bought.buyer)).toEqual({ available: 0, held: 0, frozen: 0 });
    const { rows } = await server.database.pool.query(
      'select asked::int, taken::int from credit_refund where source_id = $1',
      [refund.id],
    );
    expect(rows).toEqual([{ asked: 500, taken: 100 }]);
    expect(await server.stateOf(bought.order.id)).toBe('refunded');
  });

  it('let a hold settle first, and take the credits of one that is released', async () => {
    for (const end of ['settle', 'release'] as const) {
      const bought = await server.buy('credit_500');
      const held = await server.hold(bought.buyer, 200);
      await server.refundAtStripe(bought, 499);
      await server.deliverStripe('refund.created');
      await server.applied();
      expect(await server.sums(bought.buyer)).toEqual({ available: 0, held: 200, frozen: 0 });
      await server[end](bought.buyer, held);
      expect(await server.sums(bought.buyer)).toEqual({ available: 0, held: 0, frozen: 0 });
      await server.deliverStripe('refund.created');
      await server.applied();
      expect(await server.sums(bought.buyer)).toEqual({ available: 0, held: 0, frozen: 0 });
    }
  });

  it('give the credits back when a pending refund fails, once', async () => {
    const bought = await server.buy('credit_500');
    await server.spend(bought.buyer, 100);
    server.stripe.books.refundsWait = true;
    const refund = await server.refund(bought.order.id);
    server.stripe.books.refundsWait = false;
    expect(refund.state).toBe('pending');
    expect(await server.credit(bought.buyer)).toBe(0);
    server.stripe.settleRefund(refund.providerId ?? '', 'failed');
    // The message of its beginning comes last, and finds that it failed.
    await server.deliverStripe('refund.failed');
    await server.deliverStripe('refund.created');
    await server.applied();
    expect(await server.credit(bought.buyer)).toBe(400);
    expect(await server.stored(bought.order.id)).toMatchObject({
      state: 'fulfilled',
      returned: 0,
      ended: null,
    });
    // A new try has an id of its own.
    const again = await server.refund(bought.order.id);
    expect(again).toMatchObject({ state: 'succeeded' });
    expect(await server.credit(bought.buyer)).toBe(0);
    expect(await server.stateOf(bought.order.id)).toBe('refunded');
  });

  it('that succeeded can still fail, and restore the order', async () => {
    const bought = await server.buy('credit_500');
    const refund = await server.refund(bought.order.id);
    expect(await server.stateOf(bought.order.id)).toBe('refunded');
    server.stripe.settleRefund(refund.providerId ?? '', 'failed');
    await server.deliverStripe('refund.failed');
    await server.applied();
    expect(await server.stateOf(bought.order.id)).toBe('fulfilled');
    expect(await server.credit(bought.buyer)).toBe(500);
  });

  it('never return more than was paid, for any number of parallel requests', async () => {
    const bought = await server.buy('credit_500');
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, () => server.refund(bought.order.id, 100)),
    );
    const made = results.filter(({ status }) => status === 'fulfilled');
    expect(made).toHaveLength(4);
    const stripe = server.stripe.charges.values().at(-1);
    expect(stripe?.amount_refunded).toBe(400);
    expect(await server.stored(bought.order.id)).toMatchObject({ returned: 400 });
    // 400 of 499 cents are 400.8 of 500 credits.
    expect(await server.credit(bought.buyer)).toBe(99);
    await expect(
      server.database.query
        .update(paymentOrder)
        .set({ returned: 500 })
        .where(eq(paymentOrder.id, bought.order.id)),
    ).rejects.toThrow();
  });

  it('that the provider refuses fail, with their credits given back', async () => {
    const bought = await server.buy('credit_500');
    // Somebody returned all of it at Stripe, and its message did not come yet.
    await server.refundAtStripe(bought, 499);
    const refund = await server.refund(bought.order.id, 300);
    expect(refund.state).toBe('failed');
    expect(refund.problem).toMatch(/charge_already_refunded/);
    expect(await server.credit(bought.buyer)).toBe(500);
    await server.deliverStripe('refund.created');
    await server.applied();
    expect(await server.credit(bought.buyer)).toBe(0);
    expect(await server.stateOf(bought.order.id)).toBe('refunded');
  });
});

describe('a refund that comes before its order is fulfilled', () => {
  /** As after a grant that failed. */
  async function paidOnly(): Promise<Bought> {
    const { query } = server.database;
    await query.execute(sql`create function refuse_lot() returns trigger language plpgsql as
      $$ begin raise 'no lot now'; end $$`);
    await query.execute(
      sql`create trigger refuse_lot before insert on credit_lot execute function refuse_lot()`,
    );
    const isFulfilled = await server.buy('credit_500').then(
      () => true,
      () => false,
    );
    await query.execute(sql`drop trigger refuse_lot on credit_lot`);
    await query.execute(sql`drop function refuse_lot`);
    expect(isFulfilled).toBe(false);
    const [order] = await query.select().from(paymentOrder).where(eq(paymentOrder.state, 'paid'));
    if (!order) throw new Error('No order waits');
    const buyer = { userId: order.userId, cookie: async () => '' };
    return { buyer, order: { id: order.id } as Bought['order'], paymentId: order.paymentId ?? '' };
  }

  it('takes its part when it is granted', async () => {
    const bought = await paidOnly();
    await server.refundAtStripe(bought, 100);
    await server.deliverStripe('refund.created');
    await server.applied();
    expect(await server.sums(bought.buyer)).toMatchObject({ available: 0 });
    await server.reconcile();
    expect(await server.stateOf(bought.order.id)).toBe('fulfilled');
    expect(await server.sums(bought.buyer)).toMatchObject({ available: 400 });
  });

  it('keeps it from being granted when all of it was refunded', async () => {
    const bought = await paidOnly();
    await server.refundAtStripe(bought, 499);
    await server.deliverStripe('refund.created');
    await server.applied();
    await server.reconcile();
    expect(await server.stateOf(bought.order.id)).toBe('refunded');
    expect(await server.sums(bought.buyer)).toMatchObject({ available: 0 });
  });

  it('waits for a payment that is not recorded yet', async () => {
    const bought = await server.buy('credit_500');
    const { query } = server.database;
    const isIt = eq(paymentOrder.id, bought.order.id);
    await query.update(paymentOrder).set({ paymentId: randomUUID() }).where(isIt);
    await server.refundAtStripe(bought, 499);
    await server.deliverStripe('refund.created', 1);
    const outcomes = async () => {
      const rows = await query.select().from(providerEvent);
      return rows.filter(({ state }) => state === 'waiting').map(({ outcome }) => outcome);
    };
    await expect.poll(outcomes, { timeout: 20_000 }).toEqual(['the payment is not known here']);
    await query.update(paymentOrder).set({ paymentId: bought.paymentId }).where(isIt);
    server.advance(10);
    await applyEvents(server.platform);
    expect(await server.stateOf(bought.order.id)).toBe('refunded');
    expect(await server.credit(bought.buyer)).toBe(0);
  });
});
