import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Offer, Order } from '#contract/orders/orders.ts';
import type { CorePlatform } from '#server/context.ts';
import { discountCode } from '#server/db/schema/discounts.ts';
import { hashDiscountCode } from '#server/services/orders/discounts/discountCodes.ts';
import {
  type DiscountOrder,
  issueDiscounts,
} from '#server/services/orders/discounts/issueDiscounts.ts';
import { startSession } from '#server/services/login/session.ts';
import { callJson } from './conversations.ts';
import { createUser } from './database.ts';
import { type Buyer, type PaymentServer, startPaymentServer } from './payments.ts';

type Refused = { error: { code: string; order?: string; retry_seconds?: number } };

export type Shopper = Buyer & { email: string };

export type Answer<Good> = { status: number; json: Good & Refused };

export type DiscountServer = PaymentServer & {
  newShopper(email?: string): Promise<Shopper>;
  issue(order?: Partial<DiscountOrder>): Promise<string>;
  check(buyer: Buyer, code: string, product?: string): Promise<Answer<{ items: Offer[] }>>;
  orderWith(
    buyer: Buyer,
    code: string,
    product?: string,
    more?: Record<string, unknown>,
  ): Promise<Answer<Order>>;
  /** The row of a code. */
  rowOf(code: string): Promise<typeof discountCode.$inferSelect | undefined>;
};

/** Issues one code of 10 % that ends tomorrow, unless said otherwise. */
export async function issueDiscount(
  platform: CorePlatform,
  order: Partial<DiscountOrder> = {},
): Promise<string> {
  const expires = new Date(platform.now().getTime() + 86_400_000);
  const all = { percentOff: 10, count: 1, expires, owner: null, referrer: null, note: null };
  const { codes } = await issueDiscounts(platform, { ...all, ...order });
  return codes[0] ?? '';
}

/** A server that sells, with helpers for discount codes. */
export async function startDiscountServer(): Promise<DiscountServer> {
  const server = await startPaymentServer();
  const { secret } = server.platform.config;
  const { query } = server.database;
  return {
    ...server,
    newShopper: async (email = `${randomUUID()}@example.org`) => {
      const userId = await createUser(server.database, 0, email);
      const token = await startSession(query, userId, server.platform.now());
      return { userId, email, cookie: async () => `session=${token}; user_id=${userId}` };
    },
    issue: (order) => issueDiscount(server.platform, order),
    check: async (buyer, code, product = 'credit_500') => {
      const body = { product, code };
      return callJson(server, await buyer.cookie(), 'POST', '/api/offers/discount', body);
    },
    orderWith: async (buyer, code, product = 'credit_500', more = {}) => {
      const request = { request_id: randomUUID(), product, currency: 'USD', waiver: true };
      const body = { ...request, code, ...more };
      return callJson(server, await buyer.cookie(), 'POST', '/api/orders', body);
    },
    rowOf: async (code) => {
      const hash = hashDiscountCode(secret, code);
      return (await query.select().from(discountCode).where(eq(discountCode.codeHash, hash)))[0];
    },
  };
}
