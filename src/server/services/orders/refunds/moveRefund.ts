import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { RefundState } from '#domain/orders/refunds.ts';
import type { Executor } from '#server/db/connect.ts';
import { paymentOrder } from '#server/db/schema/orders.ts';
import { paymentRefund } from '#server/db/schema/refunds.ts';
import { restoreRefund } from '#server/services/credits/restore.ts';
import { type OrderRow, paidForColumn } from '#server/services/orders/order.ts';
import { type RefundRow, refundSource } from '#server/services/orders/refunds/refund.ts';
import { addReturned } from '#server/services/orders/refunds/storeRefund.ts';
import { resumeOrder } from '#server/services/orders/refunds/takeBack.ts';

export type RefundChange = {
  state: Exclude<RefundState, 'requested'>;
  providerId?: string | undefined;
  made?: Date | undefined;
  isStuck?: boolean | undefined;
  problem?: string | undefined;
};

/**
 * The states from which each state can be reached. A refund that succeeded can still fail: a bank may send the money
 * back.
 */
const earlierStates = {
  pending: ['requested', 'pending'],
  succeeded: ['requested', 'pending'],
  failed: ['requested', 'pending', 'succeeded'],
} as const satisfies Record<RefundChange['state'], readonly RefundState[]>;

/**
 * Changes the state of a refund, once for each state and never backwards. A refund that fails returns the credits that
 * it took, and its plan continues. The caller has locked the order.
 */
export async function moveRefund(
  transaction: Executor,
  order: OrderRow,
  refund: RefundRow,
  { state, providerId, made, isStuck = false, problem }: RefundChange,
  now: Date,
): Promise<void> {
  const moved = await transaction
    .update(paymentRefund)
    .set({
      state,
      isStuck,
      asked: now,
      problem: problem ?? null,
      providerId: providerId ?? refund.providerId,
      made: made ?? refund.made,
      finished: state === 'pending' ? null : now,
    })
    .where(
      and(eq(paymentRefund.id, refund.id), inArray(paymentRefund.state, [...earlierStates[state]])),
    );
  if (moved.rowCount === 0) return;
  if (state === 'failed') await undoRefund(transaction, order, refund, now);
  await setOrderState(transaction, order.id);
}

async function undoRefund(
  transaction: Executor,
  order: OrderRow,
  refund: RefundRow,
  now: Date,
): Promise<void> {
  const counted = await addReturned(transaction, order, -refund.amount);
  if (!counted) throw new Error('A refund that failed was not counted');
  // First the order, because the credits come back to lots that then last longer.
  await resumeOrder(transaction, order, now);
  await restoreRefund(transaction, { userId: order.userId, source: refundSource(refund), now });
}

/**
 * Marks an order as refunded when its whole price was returned. Restores its earlier state when such a refund fails
 * later.
 */
export async function setOrderState(transaction: Executor, orderId: string): Promise<void> {
  const isReturned = sql`${paymentOrder.returned} >= ${paidForColumn}
    and ${paymentOrder.returned} > 0 and not exists (select from payment_refund r
      where r.order_id = ${orderId} and r.state in ('requested', 'pending'))`;
  await transaction
    .update(paymentOrder)
    .set({ state: 'refunded' })
    .where(
      and(
        eq(paymentOrder.id, orderId),
        inArray(paymentOrder.state, ['paid', 'fulfilled', 'quarantined']),
        isReturned,
      ),
    );
  await transaction
    .update(paymentOrder)
    .set({
      state: sql`case when ${paymentOrder.fulfilled} is not null then 'fulfilled'
        when ${paymentOrder.failure} is not null then 'quarantined' else 'paid' end`,
    })
    .where(
      and(
        eq(paymentOrder.id, orderId),
        eq(paymentOrder.state, 'refunded'),
        ne(paymentOrder.returned, paidForColumn),
      ),
    );
}
