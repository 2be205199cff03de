import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantAllDueLots } from '#server/services/plans/grantDueLots.ts';
import { type Bought, type ReturnsServer, startReturnsServer } from '../../setup/returns.ts';

let server: ReturnsServer;

beforeAll(async () => {
  server = await startReturnsServer();
});

afterAll(() => server.close());

const week = 7 * 86_400;

/** Lets the buyer's bank take the payment back, with its message sent twice. */
async function dispute({ paymentId }: Bought, amount?: number): Promise<string> {
  const { id } = server.stripe.openDispute(paymentId, amount);
  await server.deliverStripe('charge.dispute.created');
  await server.applied();
  return id;
}

async function end(id: string, status: 'won' | 'lost'): Promise<void> {
  server.stripe.setDispute(id, status);
  await server.deliverStripe('charge.dispute.closed');
  // Its first message comes late once more: the state is read, and nothing goes back.
  await server.deliverStripe('charge.dispute.created');
  await server.applied();
}

describe('a dispute about a pack', () => {
  it('freezes its credits, and gives exactly those back when it is won', async () => {
    const bought = await server.buy('credit_500');
    await server.spend(bought.buyer, 120);
    const id = await dispute(bought);
    expect(await server.sums(bought.buyer)).toEqual({ available: 0, held: 0, frozen: 380 });
    expect(await server.disputesOf(bought.order.id)).toMatchObject([
      { state: 'open', amount: 499 },
    ]);
    await end(id, 'won');
    expect(await server.sums(bought.buyer)).toEqual({ available: 380, held: 0, frozen: 0 });
    expect(await server.stored(bought.order.id)).toMatchObject({ state: 'fulfilled', returned: 0 });
    // A later refund is right nevertheless.
    await server.refund(bought.order.id, 100);
    expect(await server.sums(bought.buyer)).toMatchObject({ available: 280 });
  });

  it('takes its credits when it is lost, and leaves nothing to refund', async () => {
    const bought = await server.buy('credit_500');
    const held = await server.hold(bought.buyer, 50);
    const id = await dispute(bought);
    expect(await server.sums(bought.buyer)).toEqual({ available: 0, held: 50, frozen: 450 });
    await end(id, 'lost');
    expect(await server.sums(bought.buyer)).toEqual({ available: 0, held: 50, frozen: 0 });
    await server.release(bought.buyer, held);
    expect(await server.sums(bought.buyer)).toEqual({ available: 0, held: 0, frozen: 0 });
    expect(await server.stored(bought.order.id)).toMatchObject({
      state: 'refunded',
      returned: 499,
    });
    await expect(server.refund(bought.order.id)).rejects.toMatchObject({ code: 'refund_refused' });
  });

  it('is applied as a whole if only its end becomes known', async () => {
    const bought = await server.buy('credit_500');
    const { id } = server.stripe.openDispute(bought.paymentId);
    server.stripe.setDispute(id, 'lost');
    await server.deliverStripe('charge.dispute.closed');
    await server.applied();
    expect(await server.sums(bought.buyer)).toEqual({ available: 0, held: 0, frozen: 0 });
    expect(await server.stateOf(bought.order.id)).toBe('refunded');
  });

  it('that is won by an appeal restores the credits of its loss', async () => {
    const bought = await server.buy('credit_500');
    await server.spend(bought.buyer, 100);
    const id = await dispute(bought);
    await end(id, 'lost');
    expect(await server.sums(bought.buyer)).toMatchObject({ available: 0 });
    await end(id, 'won');
    expect(await server.sums(bought.buyer)).toEqual({ available: 400, held: 0, frozen: 0 });
    expect(await server.stored(bought.order.id)).toMatchObject({ state: 'fulfilled', returned: 0 });
  });

  it('that is lost after a part was refunded counts only the rest', async () => {
    const bought = await server.buy('credit_500');
    await server.refund(bought.order.id, 99);
    const id = await dispute(bought);
    await expect(server.refund(bought.order.id, 10)).rejects.toMatchObject({
      details: { refusal: 'disputed' },
    });
    await end(id, 'lost');
    expect(await server.stored(bought.order.id)).toMatchObject({
      state: 'refunded',
      returned: 499,
    });
    expect(await server.disputesOf(bought.order.id)).toMatchObject([{ lostAmount: 400 }]);
    expect(await server.sums(bought.buyer)).toEqual({ available: 0, held: 0, frozen: 0 });
  });

  it('without a message about its end is found by reconciliation', async () => {
    const bought = await server.buy('credit_500');
    const id = await dispute(bought);
    server.stripe.setDispute(id, 'lost');
    server.advance(2 * 86_400);
    await server.reconcile();
    server.advance(-2 * 86_400);
    expect(await server.stateOf(bought.order.id)).toBe('refunded');
  });

  it('does not touch the credits of other orders', async () => {
    const bought = await server.buy('credit_500');
    const other = await server.order(bought.buyer, 'credit_1000');
    const page = await server.checkout(bought.buyer, other);
    await server.act(page, { outcome: 'pay', copies: '0' });
    server.advance(3);
    await server.read(bought.buyer, other);
    await dispute(bought);
    expect(await server.sums(bought.buyer)).toEqual({ available: 1_000, held: 0, frozen: 500 });
  });
});

describe('a dispute about a plan', () => {
  it('lets no week start until it is won', async () => {
    const bought = await server.buy('basic_month');
    const id = await dispute(bought);
    expect(await server.sums(bought.buyer)).toEqual({ available: 0, held: 0, frozen: 400 });
    server.advance(week + 60);
    await grantAllDueLots(server.database, server.platform.now());
    expect(await server.credit(bought.buyer)).toBe(0);
    await end(id, 'won');
    // The first week is over, and the second begins.
    expect(await server.credit(bought.buyer)).toBe(400);
    expect(await server.sums(bought.buyer)).toMatchObject({ frozen: 0 });
    server.advance(-week - 60);
  });

  it('ends it and its subscription when it is lost', async () => {
    const bought = await server.buy('basic_month');
    const id = await dispute(bought);
    await end(id, 'lost');
    await server.reconcile();
    const { subscriptionId } = (await server.stored(bought.order.id)) ?? {};
    const { rows } = await server.database.pool.query(
      'select state from subscription where id = $1',
      [subscriptionId],
    );
    expect(rows).toEqual([{ state: 'ended' }]);
    server.advance(week + 60);
    expect(await server.credit(bought.buyer)).toBe(0);
    server.advance(-week - 60);
  });
});
