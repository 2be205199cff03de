import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import type { PaymentMethod } from '#domain/orders/payments.ts';
import type { Product } from '#domain/plans/plans.ts';
import { paymentCheckout } from '#server/db/schema/orders.ts';
import { paymentDispute, paymentRefund } from '#server/db/schema/refunds.ts';
import type { PaymentGateway } from '#server/gateways/payments/payments.ts';
import { stripeGateway } from '#server/gateways/payments/stripe.ts';
import { wechatGateway } from '#server/gateways/payments/wechat.ts';
import { holdCredits } from '#server/services/credits/hold.ts';
import type { LedgerSource } from '#server/services/credits/post.ts';
import { releaseHold } from '#server/services/credits/release.ts';
import { settleHold } from '#server/services/credits/settle.ts';
import { askRefund } from '#server/services/orders/refunds/askRefund.ts';
import { endRefundedSubscriptions } from '#server/services/orders/refunds/endSubscriptions.ts';
import {
  type OperatorRefund,
  refundByOperator,
} from '#server/services/orders/refunds/refundByOperator.ts';
import type { SentMessage } from './gatewayHarness.ts';
import { type Buyer, type PaymentServer, startPaymentServer } from './payments.ts';
import { type StripeServer, startStripeServer } from './stripe/stripeServer.ts';
import { apiVersion } from './stripe/stripeState.ts';
import { type WechatServer, startWechatServer } from './wechat/wechatServer.ts';

export type ReturnsServer = Awaited<ReturnType<typeof startReturnsServer>>;

export type Bought = { buyer: Buyer; order: Order; paymentId: string };

/** A payment server that also takes payments by Stripe and WeChat Pay, through the real libraries, at servers on loopback. */
export async function startReturnsServer() {
  const server = await startPaymentServer();
  const [stripe, wechat] = [await startStripeServer(), await startWechatServer()];
  const payments = server.platform.payments as Map<PaymentMethod, PaymentGateway>;
  payments.set('stripe', stripeGateway(stripe.config));
  payments.set('wechat', wechatGateway(wechat.config, wechat.notifyUrl));
  const deliver = async (method: PaymentMethod, { body, headers }: SentMessage) => {
    const address = `${server.url}/api/payments/${method}/events`;
    const response = await fetch(address, { method: 'POST', body: new Uint8Array(body), headers });
    expect(response.status).toBe(200);
    await response.json();
  };
  return {
    ...server,
    stripe,
    wechat,
    deliver,
    ...ledgerOf(server),
    buy: (product: Product, method: PaymentMethod = 'stripe') =>
      buy(server, { stripe, wechat }, product, method),
    /** Sends the newest message of Stripe about a kind of subject, as often as asked for. */
    deliverStripe: async (type: string, copies = 2) => {
      const event = stripe.eventsOf(type).at(-1);
      if (!event) throw new Error(`Stripe has no message ${type}`);
      for (let copy = 0; copy < copies; copy += 1) {
        await deliver('stripe', stripe.message({ ...event, id: `evt_${randomUUID()}` }));
      }
    },
    refundAtStripe: (bought: Bought, amount: number) => refundAtStripe(stripe, bought, amount),
    refundsOf: (id: string) =>
      server.database.query
        .select()
        .from(paymentRefund)
        .where(eq(paymentRefund.orderId, id))
        .orderBy(paymentRefund.created),
    disputesOf: (id: string) =>
      server.database.query.select().from(paymentDispute).where(eq(paymentDispute.orderId, id)),
    refund: (orderId: string, amount?: number, id: string = randomUUID()) =>
      refundNow(server, { orderId, id, amount, reason: 'tested' }),
    /** Returns when no message waits any more. */
    applied: () => expect.poll(async () => await waiting(server), { timeout: 20_000 }).toBe(0),
    close: async () => {
      await server.close();
      await Promise.all([stripe.close(), wechat.close()]);
    },
  };
}

/** Stores an operator's refund and asks the provider at once, as the job does. */
async function refundNow({ platform }: PaymentServer, requested: OperatorRefund) {
  const { id } = await refundByOperator(platform, requested);
  const refund = await askRefund(platform, id);
  await endRefundedSubscriptions(platform, requested.orderId);
  return refund;
}

/** A refund that the operator makes at Stripe's own pages. */
async function refundAtStripe(
  { config }: StripeServer,
  { paymentId }: Bought,
  amount: number,
): Promise<void> {
  const response = await fetch(`${config.apiUrl}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${config.secretKey}`, 'stripe-version': apiVersion },
    body: new URLSearchParams({ payment_intent: paymentId, amount: String(amount) }),
  });
  expect([response.status, await response.json()]).toMatchObject([200, { object: 'refund' }]);
}

async function waiting({ database }: PaymentServer): Promise<number> {
  const { rows } = await database.pool.query<{ waiting: number }>(
    "select count(*)::int as waiting from provider_event where state = 'waiting'",
  );
  return rows[0]?.waiting ?? 0;
}

async function buy(
  server: PaymentServer,
  { stripe, wechat }: { stripe: StripeServer; wechat: WechatServer },
  product: Product,
  method: PaymentMethod,
): Promise<Bought> {
  const buyer = await server.newBuyer();
  const currency = method === 'wechat' ? 'CNY' : 'USD';
  const order = await server.order(buyer, product, { currency });
  const page = await server.checkout(buyer, order, method);
  const [checkout] = await server.database.query
    .select()
    .from(paymentCheckout)
    .where(eq(paymentCheckout.orderId, order.id));
  const id = checkout?.providerId ?? '';
  if (method === 'stripe') stripe.buyer.pay(id);
  else if (method === 'wechat') wechat.pay(id);
  else await server.act(page, { outcome: 'pay', copies: '0' });
  server.advance(3);
  await server.read(buyer, order);
  const stored = await server.stored(order.id);
  expect(stored).toMatchObject({ state: 'fulfilled', method });
  return { buyer, order, paymentId: stored?.paymentId ?? '' };
}

/** The verbs of the ledger that a question uses. */
function ledgerOf({ database, platform }: PaymentServer) {
  const hold = async ({ userId }: Buyer, amount: number): Promise<LedgerSource> => {
    const source = { type: 'order', id: randomUUID() } as const;
    const now = platform.now();
    await database.transaction((transaction) =>
      holdCredits(transaction, { userId, amount, source, now }),
    );
    return source;
  };
  const settle = ({ userId }: Buyer, source: LedgerSource) =>
    database.transaction((transaction) => settleHold(transaction, userId, source, 'test'));
  return {
    hold,
    settle,
    release: ({ userId }: Buyer, source: LedgerSource) =>
      database.transaction((transaction) =>
        releaseHold(transaction, userId, source, 'test', platform.now()),
      ),
    spend: async (buyer: Buyer, amount: number) => settle(buyer, await hold(buyer, amount)),
    sums: async ({ userId }: Buyer) => {
      const { rows } = await database.pool.query<Record<'available' | 'held' | 'frozen', string>>(
        'select available, held, frozen from credit_balance where user_id = $1',
        [userId],
      );
      const { available, held, frozen } = rows[0] ?? { available: 0, held: 0, frozen: 0 };
      return { available: Number(available), held: Number(held), frozen: Number(frozen) };
    },
  };
}
