import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { paymentOrder } from '#server/db/schema/orders.ts';
import { paymentDispute, paymentRefund } from '#server/db/schema/refunds.ts';
import type { TestDatabase } from './database.ts';

type Order = typeof paymentOrder.$inferInsert;

/** Stores an order that was paid at a moment. Returns its id. */
export async function storePaidOrder(
  { query }: TestDatabase,
  userId: string,
  paid: Date,
  order: Partial<Order> & Pick<Order, 'currency' | 'amount'>,
): Promise<string> {
  const id = randomUUID();
  await query.insert(paymentOrder).values({
    id,
    userId,
    requestId: id,
    kind: 'purchase',
    product: 'credit_500',
    credits: 500,
    regular: order.amount,
    steps: [],
    following: order.amount,
    state: 'fulfilled',
    paid,
    fulfilled: paid,
    expires: paid,
    ...order,
  });
  return id;
}

/** Stores a refund that the provider made at a moment, or one that failed. */
export async function storeRefund(
  { query }: TestDatabase,
  {
    orderId,
    userId,
    made,
    ...refund
  }: {
    orderId: string;
    userId: string;
    made: Date;
    amount: number;
    currency: 'USD' | 'CNY';
    state?: 'succeeded' | 'failed';
  },
): Promise<void> {
  await query.insert(paymentRefund).values({
    orderId,
    userId,
    requestId: randomUUID(),
    method: 'stripe',
    refundedBy: 'operator',
    reason: 'a test',
    endsOrder: false,
    state: 'succeeded',
    made,
    finished: made,
    ...refund,
  });
}

/** Stores a dispute that the bank decided against us. */
export async function storeLostDispute(
  { query }: TestDatabase,
  { orderId, userId, ended, lost }: { orderId: string; userId: string; ended: Date; lost: number },
): Promise<void> {
  await query.insert(paymentDispute).values({
    method: 'stripe',
    providerId: randomUUID(),
    orderId,
    userId,
    amount: lost,
    lostAmount: lost,
    state: 'lost',
    ended,
  });
}

/** Sets the time at which an account was opened. */
export async function openedAt({ query }: TestDatabase, userId: string, at: Date): Promise<void> {
  await query.execute(sql`update app_user set created = ${at.toISOString()} where id = ${userId}`);
}
