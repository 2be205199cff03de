import { and, eq, lt } from 'drizzle-orm';
import { isPlan } from '#domain/plans/planTerms.ts';
import type { CorePlatform, PaymentPlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { withSavepoint } from '#server/db/savepoint.ts';
import { paymentOrder } from '#server/db/schema/orders.ts';
import { isDatabaseGone, redactedError } from '#server/errors.ts';
import { grantCredits } from '#server/services/credits/grant.ts';
import { type OrderRow, lockOrder, paidForColumn } from '#server/services/orders/order.ts';
import { settleReturns } from '#server/services/orders/refunds/settleReturns.ts';
import { addPlan } from '#server/services/plans/addPlan.ts';

/**
 * Grants the product of a paid order, once: the credits of a pack, or a term of a plan. The order's id is the source in
 * the ledger. The caller has locked the order. Returns `false` when it was fulfilled or returned before.
 */
export async function fulfilOrder(
  transaction: Executor,
  order: OrderRow,
  now: Date,
): Promise<boolean> {
  const { id } = order;
  const [fulfilled] = await transaction
    .update(paymentOrder)
    .set({ state: 'fulfilled', fulfilled: now })
    .where(and(eq(paymentOrder.id, id), eq(paymentOrder.state, 'paid'), isNotReturned))
    .returning();
  if (!fulfilled) return false;
  await grantOrder(transaction, fulfilled, now);
  await settleReturns(transaction, fulfilled, now);
  return true;
}

/** An order whose whole price was returned before it was fulfilled grants nothing. */
const isNotReturned = lt(paymentOrder.returned, paidForColumn);

async function grantOrder(
  transaction: Executor,
  { id, userId, product, credits, periodStarts, periodEnds }: OrderRow,
  now: Date,
): Promise<void> {
  const source = { type: 'order', id } as const;
  if (isPlan(product)) {
    const period =
      periodStarts && periodEnds ? { starts: periodStarts, ends: periodEnds } : undefined;
    await addPlan(transaction, {
      userId,
      product,
      credits,
      source,
      now,
      ...(period && { period }),
    });
    return;
  }
  const grant = { userId, amount: credits, source, product };
  await grantCredits(transaction, { ...grant, reason: 'pack_bought' });
}

/**
 * Fulfils an order in the transaction that marks it as paid. When that fails, the payment stays recorded and a job
 * retries it (`fulfilPaidOrders`). The caller has locked the order.
 */
export async function tryToFulfil(
  transaction: Executor,
  order: OrderRow,
  { log, now }: CorePlatform,
): Promise<void> {
  try {
    await withSavepoint(transaction, () => fulfilOrder(transaction, order, now()));
  } catch (error) {
    if (isDatabaseGone(error)) throw error;
    log.error({ order: order.id, error: redactedError(error) }, 'a paid order was not fulfilled');
  }
}

/** Fulfils paid orders that were not fulfilled. Returns the number of orders that it fulfilled. */
export async function fulfilPaidOrders({ database, log, now }: PaymentPlatform): Promise<number> {
  const paid = await database.query
    .select({ id: paymentOrder.id })
    .from(paymentOrder)
    .where(and(eq(paymentOrder.state, 'paid'), isNotReturned))
    .limit(1_000);
  let fulfilled = 0;
  for (const { id } of paid) {
    try {
      const isDone = await database.transaction(async (transaction) =>
        fulfilOrder(transaction, await lockOrder(transaction, id), now()),
      );
      if (isDone) fulfilled += 1;
    } catch (error) {
      log.error({ order: id, error: redactedError(error) }, 'a paid order was not fulfilled');
    }
  }
  return fulfilled;
}
