import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { groupGiftCode } from '#domain/product/giftCodes.ts';
import { paymentOrder } from '#server/db/schema/orders.ts';
import { eraseAccount } from '#server/services/account/deletion/eraseAccount.ts';
import { lockBalance } from '#server/services/credits/post.ts';
import { revokeDiscounts } from '#server/services/orders/discounts/revokeDiscounts.ts';
import { type DiscountServer, startDiscountServer } from '../../setup/discounts.ts';

let server: DiscountServer;

beforeAll(async () => {
  server = await startDiscountServer();
});

afterAll(() => server.close());

const longEnough = { timeout: 20_000 };

describe('a discount code', () => {
  it('takes its percentage off after promotion and year, for the first period only', async () => {
    const buyer = await server.newShopper();
    const code = await server.issue();
    const { json: order } = await server.orderWith(buyer, groupGiftCode(code), 'pro_year');
    expect(order).toMatchObject({
      amount: 25_047,
      following: 27_830,
      steps: [
        { kind: 'promotion', percent_off: 38, amount: 34_788 },
        { kind: 'yearly', percent_off: 20, amount: 27_830 },
        { kind: 'code', percent_off: 10, amount: 25_047 },
      ],
    });
    await server.act(await server.checkout(buyer, order), { outcome: 'pay' });
    await expect.poll(() => server.stateOf(order.id), longEnough).toBe('fulfilled');
    expect((await server.stored(order.id))?.amount).toBe(25_047);
    expect(await server.rowOf(code)).toMatchObject({ orderId: order.id, usedBy: buyer.userId });
  });

  it('is checked before the order, which uses it', async () => {
    const buyer = await server.newShopper();
    const code = await server.issue({ percentOff: 30 });
    const checked = await server.check(buyer, `  ${groupGiftCode(code).toLowerCase()} `);
    expect([checked.status, checked.json]).toMatchObject([
      200,
      { percent_off: 30, items: [{ currency: 'USD', amount: 349 }, { currency: 'CNY' }] },
    ]);
    expect(await server.rowOf(code)).toMatchObject({ orderId: null, used: null });
    const other = await server.orderWith(buyer, code, 'credit_500', { amount: 499 });
    expect([other.status, other.json.error]).toMatchObject([
      409,
      { code: 'offer_changed', amount: 349 },
    ]);
    const { status, json } = await server.orderWith(buyer, code, 'credit_500', { amount: 349 });
    expect([status, json.amount]).toEqual([200, 349]);
  });

  it('is used by one of 200 parallel orders', async () => {
    const code = await server.issue();
    const buyers = await Promise.all(Array.from({ length: 200 }, () => server.newShopper()));
    const answers = await Promise.all(buyers.map((buyer) => server.orderWith(buyer, code)));
    const won = answers.filter(({ status }) => status === 200);
    expect(won.map(({ json }) => json.amount)).toEqual([449]);
    const refusals = answers.filter(({ status }) => status !== 200);
    expect(new Set(refusals.map(({ json }) => json.error.code))).toEqual(
      new Set(['discount_used']),
    );
    const orders = await server.database.query
      .select({ id: paymentOrder.id })
      .from(paymentOrder)
      .where(eq(paymentOrder.discountCode, (await server.rowOf(code))?.id ?? ''));
    expect(orders).toEqual([{ id: won[0]?.json.id }]);
  });

  it('is used by one order of a user, for any number of identical requests', async () => {
    const buyer = await server.newShopper();
    const code = await server.issue();
    const same = { request_id: randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => server.orderWith(buyer, code, 'credit_500', same)),
    );
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1);
    // Another tab is given the same order; an order of another product cannot have the code.
    expect((await server.orderWith(buyer, code)).json.id).toBe(answers[0]?.json.id);
    const again = await server.orderWith(buyer, code, 'credit_1000');
    expect([again.status, again.json.error]).toMatchObject([
      409,
      { code: 'discount_waiting', order: answers[0]?.json.id },
    ]);
  });

  it('is free again when its order has failed, which then cannot be paid any more', async () => {
    const buyer = await server.newShopper();
    const code = await server.issue();
    const { json: first } = await server.orderWith(buyer, code);
    await server.act(await server.checkout(buyer, first), { outcome: 'decline' });
    await expect.poll(() => server.stateOf(first.id), longEnough).toBe('failed');
    const { json: second } = await server.orderWith(buyer, code, 'credit_1000');
    expect(second.amount).toBe(809);
    const path = `/api/orders/${first.id}/checkout`;
    const refused = await server.fetch(path, {
      method: 'POST',
      cookie: await buyer.cookie(),
      body: JSON.stringify({ method: 'sandbox' }),
    });
    expect(await refused.json()).toMatchObject({ error: { code: 'order_closed' } });
    await server.act(await server.checkout(buyer, second), { outcome: 'pay' });
    await expect.poll(() => server.stateOf(second.id), longEnough).toBe('fulfilled');
    expect((await server.orderWith(buyer, code)).json.error.code).toBe('discount_used');
  });

  it('stays with an order that failed and is paid by a second try', async () => {
    const buyer = await server.newShopper();
    const code = await server.issue();
    const { json: order } = await server.orderWith(buyer, code);
    await server.act(await server.checkout(buyer, order), { outcome: 'decline' });
    await expect.poll(() => server.stateOf(order.id), longEnough).toBe('failed');
    await server.act(await server.checkout(buyer, order), { outcome: 'pay' });
    await expect.poll(() => server.stateOf(order.id), longEnough).toBe('fulfilled');
    expect((await server.orderWith(buyer, code)).json.error.code).toBe('discount_used');
  });

  it('is free again when its order has expired', async () => {
    const [buyer, other] = [await server.newShopper(), await server.newShopper()];
    const code = await server.issue();
    const { json: order } = await server.orderWith(buyer, code);
    expect((await server.check(other, code)).json.error.code).toBe('discount_used');
    server.advance(3 * 3_600);
    await server.reconcile();
    server.advance(-3 * 3_600);
    expect(await server.stateOf(order.id)).toBe('expired');
    expect((await server.orderWith(other, code)).status).toBe(200);
  });

  it('is refused if it has ended, is revoked, or belongs to another account', async () => {
    const [buyer, owner] = [await server.newShopper(), await server.newShopper()];
    const soon = new Date(server.platform.now().getTime() + 2_000);
    const [over, revoked, bound] = [
      await server.issue({ expires: soon }),
      await server.issue(),
      await server.issue({ owner: owner.email }),
    ];
    await revokeDiscounts(server.platform, { codes: [revoked] }, null);
    server.advance(3);
    const codesOf = async (code: string) => [
      (await server.check(buyer, code)).json.error.code,
      (await server.orderWith(buyer, code)).json.error.code,
    ];
    expect(await codesOf(over)).toEqual(['discount_over', 'discount_over']);
    expect(await codesOf(revoked)).toEqual(['discount_over', 'discount_over']);
    expect(await codesOf(bound)).toEqual(['discount_not_yours', 'discount_not_yours']);
    server.advance(-3);
    expect((await server.orderWith(owner, bound)).status).toBe(200);
    expect(await server.ordersOf(buyer)).toEqual([]);
  });

  it('is refused to visitors, and as a wrong one ten times an hour at most', async () => {
    const visitor = { userId: '', cookie: async () => '' };
    const code = await server.issue();
    expect((await server.check(visitor, code)).status).toBe(401);
    const buyer = await server.newShopper();
    const wrong = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        at % 2
          ? server.check(buyer, `AAAA-BBBB-CCCC-${at}`)
          : server.orderWith(buyer, `AAAA-BBBB-CCCC-${at}`),
      ),
    );
    const codes = wrong.map(({ json }) => json.error.code).toSorted();
    expect(codes).toEqual([
      ...Array.from({ length: 10 }, () => 'discount_unknown'),
      'too_many_requests',
      'too_many_requests',
    ]);
    const { json } = await server.check(buyer, code);
    expect(json.error.code).toBe('too_many_requests');
    expect(json.error.retry_seconds).toBeGreaterThan(3_500);
    server.advance(3_601);
    expect((await server.check(buyer, code)).status).toBe(200);
    server.advance(-3_601);
  });
});

describe('a code of a referrer', () => {
  const referrer = async () => {
    const from = await server.newShopper();
    const code = await server.issue({ referrer: { email: from.email, reward: 120 } });
    return { from, code };
  };

  const buyWith = async (code: string) => {
    const buyer = await server.newShopper();
    const { json: order } = await server.orderWith(buyer, code);
    await server.act(await server.checkout(buyer, order), { outcome: 'pay' });
    await expect.poll(() => server.stateOf(order.id), longEnough).toBe('fulfilled');
    return order.id;
  };

  const refund = (id: string, state: 'refunded' | 'fulfilled' = 'refunded') =>
    server.database.query.update(paymentOrder).set({ state }).where(eq(paymentOrder.id, id));

  it('rewards its referrer once, and takes the reward back when the order is refunded', async () => {
    const { from, code } = await referrer();
    const id = await buyWith(code);
    await Promise.all([server.reconcile(), server.reconcile()]);
    expect(await server.credit(from)).toBe(120);
    await refund(id);
    await Promise.all([server.reconcile(), server.reconcile()]);
    expect(await server.credit(from)).toBe(0);
    await server.reconcile();
    expect(await server.credit(from)).toBe(0);
  });

  it('gives the reward again when the refund failed afterwards, and takes it at the next one', async () => {
    const { from, code } = await referrer();
    const id = await buyWith(code);
    await server.reconcile();
    for (const _ of [1, 2]) {
      await refund(id);
      await server.reconcile();
      expect(await server.credit(from)).toBe(0);
      await refund(id, 'fulfilled');
      await Promise.all([server.reconcile(), server.reconcile()]);
      expect(await server.credit(from)).toBe(120);
    }
  });

  it('takes the reward back when a refund of unspent credits ended the order', async () => {
    const { from, code } = await referrer();
    const id = await buyWith(code);
    await server.reconcile();
    expect(await server.credit(from)).toBe(120);
    const ended = server.platform.now();
    await server.database.query
      .update(paymentOrder)
      .set({ ended, returned: 1 })
      .where(eq(paymentOrder.id, id));
    await server.reconcile();
    expect(await server.credit(from)).toBe(0);
  });

  it('gives no reward for an order that was refunded before', async () => {
    const { from, code } = await referrer();
    await refund(await buyWith(code));
    await server.reconcile();
    expect(await server.credit(from)).toBe(0);
    expect(await server.rowOf(code)).toMatchObject({
      rewarded: null,
      rewardLost: expect.any(Date),
    });
  });

  it('gives no reward before the order is paid', async () => {
    const { from, code } = await referrer();
    await server.orderWith(await server.newShopper(), code);
    await server.reconcile();
    expect(await server.credit(from)).toBe(0);
  });

  it('is refused to its referrer, also after the account was deleted and created again', async () => {
    const from = await server.newShopper('refer.rer@gmail.com');
    const code = await server.issue({ referrer: { email: from.email, reward: 120 } });
    expect((await server.orderWith(from, code)).json.error.code).toBe('discount_own');
    const second = await server.newShopper('referrer+second@googlemail.com');
    expect((await server.orderWith(second, code)).json.error.code).toBe('discount_own');
    await server.database.transaction(async (transaction) => {
      await lockBalance(transaction, from.userId);
      await eraseAccount(transaction, from.userId, new Date());
    });
    const again = await server.newShopper('refer.rer@gmail.com');
    expect((await server.check(again, code)).json.error.code).toBe('discount_own');
    expect((await server.orderWith(await server.newShopper(), code)).status).toBe(200);
  });
});
