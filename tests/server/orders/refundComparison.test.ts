import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { askRefund } from '#server/services/orders/refunds/askRefund.ts';
import { type ComparingServer, startComparingServer, today } from '../../setup/comparing.ts';

let server: ComparingServer;

beforeAll(async () => {
  server = await startComparingServer();
});

afterAll(() => server.close());

describe('a refund', () => {
  it('made at the provider’s pages is missing here, until it is found without its message', async () => {
    const bought = await server.buy('credit_500');
    await server.refundAtStripe(bought, 120);
    const { order, paymentId } = bought;
    const id = [...server.stripe.refunds.keys()].at(-1);
    const alarm = vi.spyOn(server.platform.log, 'warn');
    expect(await server.differences('refunds')).toEqual([
      { kind: 'missing_here', id, paymentId, orderId: order.id, theirs: 120, ours: null },
    ]);
    const logged = { alarm: 'refunds_differ', method: 'stripe', currency: 'USD', differences: 1 };
    expect(alarm).toHaveBeenCalledWith(expect.objectContaining(logged), expect.any(String));
    alarm.mockRestore();
    const shown = await server.shell.run('orders', 'compare', '--day', today);
    expect(shown.status).toBe(1);
    expect(shown.out).toContain(
      `    missing_here: refund ${id} of payment ${paymentId}, 120 there, nothing here (minor units), order ${order.id}\n`,
    );
    await server.reconcile();
    expect(await server.refundsOf(order.id)).toMatchObject([
      { providerId: id, amount: 120, state: 'succeeded', refundedBy: 'provider' },
    ]);
    expect(await server.isEqual()).toBe(true);
  });

  it('of a payment without an order stays missing here', async () => {
    const { made } = await server.refundedAtStripe(await server.buy('credit_500'), 100);
    const strange = { ...made, id: 're_strange', paymentId: 'pi_strange', refundId: undefined };
    server.stripe.books.refunds.set(strange.id, strange);
    await server.reconcile();
    expect(await server.differences('refunds')).toMatchObject([
      { kind: 'missing_here', id: 're_strange', paymentId: 'pi_strange', orderId: null },
    ]);
    server.stripe.books.refunds.delete(strange.id);
    expect(await server.isEqual()).toBe(true);
  });

  it('that the provider does not have is missing there', async () => {
    const bought = await server.buy('credit_500');
    const { made } = await server.refundedAtStripe(bought, 100);
    const { refunds } = server.stripe.books;
    refunds.delete(made.id);
    const [order, payment] = [bought.order.id, bought.paymentId];
    expect(await server.differences('refunds')).toEqual([
      {
        kind: 'missing_there',
        id: made.id,
        paymentId: payment,
        orderId: order,
        theirs: null,
        ours: 100,
      },
    ]);
    refunds.set(made.id, made);
    expect(await server.isEqual()).toBe(true);
  });

  it('of another amount, also in yen, is named with both amounts', async () => {
    for (const bought of [await server.buy('credit_500'), await server.buyForYen()]) {
      const { made } = await server.refundedAtStripe(bought, 100);
      made.amount.amount = 99;
      expect(await server.differences('refunds')).toMatchObject([
        { kind: 'amount_differs', id: made.id, theirs: 99, ours: 100 },
      ]);
      made.amount.amount = 100;
    }
    expect(await server.isEqual()).toBe(true);
  });

  it('that is pending counts, and one that failed does not', async () => {
    const { books } = server.stripe;
    books.refundsWait = true;
    const { id, made } = await server.refundedAtStripe(await server.buy('credit_500'), 100);
    books.refundsWait = false;
    expect(await server.refundRow(id)).toMatchObject([{ state: 'pending' }]);
    expect(await server.isEqual()).toBe(true);
    server.stripe.settleRefund(made.id, 'succeeded');
    expect(await server.isEqual()).toBe(true);
    server.stripe.settleRefund(made.id, 'failed');
    expect(await server.differences('refunds')).toMatchObject([
      { kind: 'missing_there', id: made.id, ours: 100 },
    ]);
    await server.reconcile();
    expect(await server.refundRow(id)).toMatchObject([{ state: 'failed' }]);
    expect(await server.isEqual()).toBe(true);
  });

  it('that was promised and never made is missing there, until the provider makes it', async () => {
    const bought = await server.buy('credit_500');
    const { faults } = server.stripe;
    // The server's own job tries, too.
    for (let tries = 0; tries < 30; tries += 1) {
      faults.push({ does: 'cuts the connection', to: 'POST /v1/refunds' });
    }
    const { id, state } = await server.refund(bought.order.id, 100);
    expect(state).toBe('requested');
    expect(await server.differences('refunds')).toMatchObject([
      { kind: 'missing_there', id, ours: 100 },
    ]);
    faults.length = 0;
    await askRefund(server.platform, id);
    expect(await server.isEqual()).toBe(true);
  });

  it('without an answer is matched by its own id', async () => {
    const { id } = await server.refundedAtStripe(await server.buy('credit_500'), 100);
    await server.changeRefund(id, { state: 'requested', providerId: null, made: null });
    expect(await server.isEqual()).toBe(true);
    await askRefund(server.platform, id);
    expect(await server.isEqual()).toBe(true);
  });

  it('of WeChat Pay, which has no list, is queried by itself', async () => {
    const bought = await server.buy('credit_500', 'wechat');
    const { id } = await server.refund(bought.order.id, 100);
    const equal = { currency: 'CNY', theirs: 100, ours: 100, differs: false };
    expect(await server.compare('refunds', { method: 'wechat' })).toMatchObject([equal]);
    expect(await server.compare('disputes', { method: 'wechat' })).toEqual([]);
    const { refunds } = server.wechat.books;
    const made = [...refunds.values()].find(({ refundId }) => refundId === id);
    if (!made) throw new Error('WeChat has no such refund');
    made.state = 'failed';
    expect(await server.differences('refunds', 'wechat')).toMatchObject([
      { kind: 'missing_there' },
    ]);
    refunds.delete(made.id);
    expect(await server.differences('refunds', 'wechat')).toMatchObject([
      { kind: 'missing_there', id: made.id, theirs: null, ours: 100 },
    ]);
    refunds.set(made.id, { ...made, state: 'stuck' });
    expect(await server.isEqual()).toBe(true);
  });
});
