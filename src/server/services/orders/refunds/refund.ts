import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { paymentDispute, paymentRefund } from '#server/db/schema/refunds.ts';
import type { LedgerSource } from '#server/services/credits/post.ts';
import type { OrderRow } from '#server/services/orders/order.ts';

export type RefundRow = typeof paymentRefund.$inferSelect;

export type DisputeRow = typeof paymentDispute.$inferSelect;

/** The origin of an order's credits, as lots name it. */
export function originOf({ id }: Pick<OrderRow, 'id'>): LedgerSource {
  return { type: 'order', id };
}

/** The source of a refund in the ledger. */
export function refundSource({ id }: Pick<RefundRow, 'id'>): LedgerSource {
  return { type: 'refund', id };
}

/** The source of a dispute in the ledger. */
export function disputeSource(dispute: Pick<DisputeRow, 'method' | 'providerId'>): LedgerSource {
  return { type: 'dispute', id: `${dispute.method}:${dispute.providerId}` };
}

/** Returns what was paid for an order, in minor units. */
export function paidFor({ paidAmount, amount }: Pick<OrderRow, 'paidAmount' | 'amount'>): number {
  return paidAmount ?? amount;
}

/** Returns the refund of an order that a request made. */
export async function findRequest(
  executor: Executor,
  orderId: string,
  requestId: string,
): Promise<RefundRow | undefined> {
  const [known] = await executor
    .select()
    .from(paymentRefund)
    .where(and(eq(paymentRefund.orderId, orderId), eq(paymentRefund.requestId, requestId)));
  return known;
}

/** Returns the refunds of orders, oldest first. */
export async function refundsOf(
  executor: Executor,
  orderIds: readonly string[],
): Promise<RefundRow[]> {
  return executor
    .select()
    .from(paymentRefund)
    .where(inArray(paymentRefund.orderId, [...orderIds]))
    .orderBy(paymentRefund.created, paymentRefund.id);
}

/** Returns the disputes of an order, oldest first. */
export async function disputesOf(executor: Executor, orderId: string): Promise<DisputeRow[]> {
  return executor
    .select()
    .from(paymentDispute)
    .where(eq(paymentDispute.orderId, orderId))
    .orderBy(paymentDispute.created, paymentDispute.providerId);
}

/** Whether a bank is asked to take the payment of an order back. */
export async function hasOpenDispute(executor: Executor, orderId: string): Promise<boolean> {
  const [open] = await executor
    .select({ id: paymentDispute.providerId })
    .from(paymentDispute)
    .where(and(eq(paymentDispute.orderId, orderId), eq(paymentDispute.state, 'open')))
    .limit(1);
  return open !== undefined;
}

/** Returns the credits that refunds took, by their ids; those that failed gave theirs back. */
export async function creditsTaken(
  executor: Executor,
  refundIds: readonly string[],
): Promise<ReadonlyMap<string, { taken: number; missing: number }>> {
  if (refundIds.length === 0) return new Map();
  const ids = sql.join(
    refundIds.map((id) => sql`${id}`),
    sql`, `,
  );
  const { rows } = await executor.execute<{ id: string; taken: number; missing: number }>(sql`
    select source_id as id, sum(taken)::float8 as taken, sum(asked - taken)::float8 as missing
    from credit_refund where source_type = 'refund' and failed is null and source_id in (${ids})
    group by source_id`);
  return new Map(rows.map(({ id, taken, missing }) => [id, { taken, missing }]));
}
