import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { findRow } from '#server/db/findRow.ts';
import { creditRefund, ledgerEntry } from '#server/db/schema/credits.ts';
import { paymentDispute, paymentRefund } from '#server/db/schema/refunds.ts';
import type { LedgerSource } from '#server/services/credits/post.ts';
import type { OrderRow } from '#server/services/orders/order.ts';

export type RefundRow = typeof paymentRefund.$inferSelect;

export type DisputeRow = typeof paymentDispute.$inferSelect;

/** Returns the origin of an order's credits, as lots name it. */
export function originOf({ id }: Pick<OrderRow, 'id'>): LedgerSource {
  return { type: 'order', id };
}

/** Returns the source of a refund in the ledger. */
export function refundSource({ id }: Pick<RefundRow, 'id'>): LedgerSource {
  return { type: 'refund', id };
}

/** Returns the source of a dispute in the ledger. */
export function disputeSource(dispute: Pick<DisputeRow, 'method' | 'providerId'>): LedgerSource {
  return { type: 'dispute', id: `${dispute.method}:${dispute.providerId}` };
}

/** Returns the refund of an order with this request id. */
export async function findRequest(
  executor: Executor,
  orderId: string,
  requestId: string,
): Promise<RefundRow | undefined> {
  const isMatch = and(eq(paymentRefund.orderId, orderId), eq(paymentRefund.requestId, requestId));
  return findRow(executor, paymentRefund, isMatch);
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

/** Whether the payment of an order is disputed now. */
export async function hasOpenDispute(executor: Executor, orderId: string): Promise<boolean> {
  const isMatch = and(eq(paymentDispute.orderId, orderId), eq(paymentDispute.state, 'open'));
  const open = await findRow(executor, paymentDispute, isMatch);
  return open !== undefined;
}

/** Whether a dispute froze credits. It did not when its order had granted none. */
export async function hasFrozen(executor: Executor, source: LedgerSource): Promise<boolean> {
  const entry = await findRow(
    executor,
    ledgerEntry,
    and(
      eq(ledgerEntry.kind, 'freeze'),
      eq(ledgerEntry.sourceType, source.type),
      eq(ledgerEntry.sourceId, source.id),
    ),
  );
  return entry !== undefined;
}

/**
 * Returns the credits that refunds took and could not take, by refund id. Failed refunds have returned theirs and are
 * omitted.
 */
export async function creditsTaken(
  executor: Executor,
  refundIds: readonly string[],
): Promise<ReadonlyMap<string, { taken: number; missing: number }>> {
  if (refundIds.length === 0) return new Map();
  const { sourceType, sourceId, asked, taken, failed } = creditRefund;
  const rows = await executor
    .select({
      id: sourceId,
      taken: sql<number>`sum(${taken})::float8`,
      missing: sql<number>`sum(${asked} - ${taken})::float8`,
    })
    .from(creditRefund)
    .where(and(eq(sourceType, 'refund'), isNull(failed), inArray(sourceId, [...refundIds])))
    .groupBy(sourceId);
  return new Map(rows.map(({ id, ...credits }) => [id, credits]));
}
