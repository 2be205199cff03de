import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planTerm } from '#server/db/schema/credits.ts';
import { subscription } from '#server/db/schema/orders.ts';
import { paymentRefund } from '#server/db/schema/refunds.ts';
import { askRefund } from '#server/services/orders/refunds/askRefund.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { grantAllDueLots } from '#server/services/plans/grantDueLots.ts';
import { type ReturnsServer, startReturnsServer } from '../../setup/returns.ts';

let server: ReturnsServer;

beforeAll(async () => {
  server = await startReturnsServer();
});

afterAll(() => server.close());

describe('refunds of a plan', () => {
  const week = 7 * 86_400;

  it('in full end it, its later weeks and its subscription', async () => {
    const bought = await server.buy('basic_month');
    expect(await server.credit(bought.buyer)).toBe(400);
    await server.refundAtStripe(bought, 899);
    await server.deliverStripe('refund.created');
    await server.applied();
    await server.reconcile();
    expect(await server.stateOf(bought.order.id)).toBe('refunded');
    const { query } = server.database;
    const isOwn = eq(subscription.userId, bought.buyer.userId);
    const [ended] = await query.select().from(subscription).where(isOwn);
    expect(ended?.state).toBe('ended');
    const atStripe = server.stripe.subscriptions.get(ended?.providerId ?? '');
    expect(atStripe?.status).toBe('canceled');
    server.advance(week + 60);
    await grantAllDueLots(server.database, server.platform.now());
    expect(await server.sums(bought.buyer)).toEqual({ available: 0, held: 0, frozen: 0 });
    server.advance(-week - 60);
  });

  it('in part take the same part of each week, now and later', async () => {
    const bought = await server.buy('basic_month');
    await server.refund(bought.order.id, 450);
    // 450 of 899 cents are 200.2 of 400 credits.
    expect(await server.credit(bought.buyer)).toBe(200);
    server.advance(week + 60);
    expect(await server.credit(bought.buyer)).toBe(200);
    await server.refund(bought.order.id, 225);
    // Each of the two weeks keeps 100: of the first, which is over, nothing can be taken any more.
    expect(await server.credit(bought.buyer)).toBe(0);
    server.advance(week);
    expect(await server.credit(bought.buyer)).toBe(100);
    server.advance(-2 * week - 60);
    expect(await server.stored(bought.order.id)).toMatchObject({ state: 'fulfilled', ended: null });
  });

  it('let it run on when the refund fails', async () => {
    const bought = await server.buy('basic_month', 'wechat');
    server.wechat.books.refundsWait = true;
    const refund = await server.refund(bought.order.id);
    server.wechat.books.refundsWait = false;
    expect(await server.credit(bought.buyer)).toBe(0);
    const { query } = server.database;
    const isOwn = eq(planTerm.userId, bought.buyer.userId);
    const [ended] = await query.select().from(planTerm).where(isOwn);
    expect(ended?.ends.getTime()).toBeLessThanOrEqual(server.platform.now().getTime());
    const made = server.wechat.settleRefund(refund.providerId ?? '', 'failed');
    for (const _ of [1, 2]) {
      await server.deliver('wechat', server.wechat.message('REFUND.CLOSED', made));
    }
    await server.applied();
    expect(await server.credit(bought.buyer)).toBe(400);
    server.advance(week + 60);
    expect(await server.credit(bought.buyer)).toBe(400);
    server.advance(-week - 60);
    const [resumed] = await query.select().from(planTerm).where(isOwn);
    expect(resumed?.beforeRefund).toBeNull();
  });

  it('of nearly the whole price end its later weeks, unless the refund fails', async () => {
    const bought = await server.buy('basic_month', 'wechat');
    server.wechat.books.refundsWait = true;
    // 6394 of 6400 fen are 399.6 of 400 credits.
    const refund = await server.refund(bought.order.id, 6_394);
    server.wechat.books.refundsWait = false;
    expect(await server.credit(bought.buyer)).toBe(0);
    server.advance(week + 60);
    await grantAllDueLots(server.database, server.platform.now());
    expect(await server.sums(bought.buyer)).toEqual({ available: 0, held: 0, frozen: 0 });
    const made = server.wechat.settleRefund(refund.providerId ?? '', 'failed');
    await server.deliver('wechat', server.wechat.message('REFUND.CLOSED', made));
    await server.applied();
    for (const _ of ['the week that was paused', 'each later week']) {
      expect(await server.credit(bought.buyer)).toBe(400);
      server.advance(week + 60);
    }
    expect(await server.credit(bought.buyer)).toBe(400);
    expect(await verifyLedger(server.database)).toEqual([]);
    server.advance(-3 * (week + 60));
  });
});

describe('refunds by WeChat Pay', () => {
  it('have our number, and are shown while they are processed or need a person', async () => {
    const bought = await server.buy('credit_500', 'wechat');
    server.wechat.books.refundsWait = true;
    const refund = await server.refund(bought.order.id, 1_000);
    server.wechat.books.refundsWait = false;
    expect(refund).toMatchObject({ state: 'pending', isStuck: false });
    expect(server.wechat.showRefunds().at(-1)?.out_refund_no).toBe(refund.id);
    const made = server.wechat.settleRefund(refund.providerId ?? '', 'stuck');
    await server.deliver('wechat', server.wechat.message('REFUND.ABNORMAL', made));
    await server.applied();
    expect(await server.refundsOf(bought.order.id)).toMatchObject([
      { state: 'pending', isStuck: true },
    ]);
    const done = server.wechat.settleRefund(refund.providerId ?? '', 'succeeded');
    await server.deliver('wechat', server.wechat.message('REFUND.SUCCESS', done));
    await server.deliver('wechat', server.wechat.message('REFUND.ABNORMAL', made));
    await server.applied();
    expect(await server.refundsOf(bought.order.id)).toMatchObject([
      { state: 'succeeded', isStuck: false },
    ]);
    // 1000 of 3600 fen are 138.9 of 500 credits.
    expect(await server.credit(bought.buyer)).toBe(361);
  });

  it('are at most fifty parts, within 365 days', async () => {
    const bought = await server.buy('credit_500', 'wechat');
    const { id: orderId } = bought.order;
    const { userId } = bought.buyer;
    await server.database.query.insert(paymentRefund).values(
      Array.from({ length: 50 }, (_, index) => ({
        orderId,
        userId,
        requestId: `part ${index}`,
        method: 'wechat' as const,
        amount: 1,
        currency: 'CNY' as const,
        refundedBy: 'operator' as const,
        reason: 'a part',
        endsOrder: false,
        state: 'succeeded' as const,
      })),
    );
    await expect(server.refund(orderId, 1)).rejects.toMatchObject({
      code: 'refund_refused',
      details: { refusal: 'parts' },
    });
    const other = await server.buy('credit_500', 'wechat');
    server.advance(366 * 86_400);
    await expect(server.refund(other.order.id, 1)).rejects.toMatchObject({
      details: { refusal: 'days' },
    });
    server.advance(-366 * 86_400);
    expect(await server.credit(other.buyer)).toBe(500);
  });

  it('without a message are found by reconciliation', async () => {
    const bought = await server.buy('credit_500', 'wechat');
    server.wechat.books.refundsWait = true;
    const refund = await server.refund(bought.order.id);
    server.wechat.books.refundsWait = false;
    server.wechat.settleRefund(refund.providerId ?? '', 'succeeded');
    let hours = 0;
    const stateAnHourLater = async () => {
      server.advance(3_600);
      hours += 1;
      await server.reconcile();
      return server.stateOf(bought.order.id);
    };
    // Another run of the job may be asking about it just now.
    await expect.poll(stateAnHourLater, { timeout: 20_000 }).toBe('refunded');
    server.advance(-3_600 * hours);
    expect(await askRefund(server.platform, refund.id)).toMatchObject({ state: 'succeeded' });
  });
});
