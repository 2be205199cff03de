import { and, eq, lt } from 'drizzle-orm';
import type { Logger } from 'pino';
import { isPlan } from '#domain/plans/planTerms.ts';
import type { CorePlatform, PaymentPlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { withSavepoint } from '#server/db/savepoint.ts';
import { paymentOrder } from '#server/db/schema/orders.ts';
import { isDatabaseGone, redactedError } from '#server/errors.ts';
import { grantCredits } from '#server/services/credits/grant.ts';
import { type OrderRow, lockOrder, paidFor, paidForColumn } from '#server/services/orders/order.ts';
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
    const isDone = await withSavepoint(transaction, () => fulfilOrder(transaction, order, now()));
    logOrder(log, order, isDone ? 'fulfilled' : 'returned', now());
  } catch (error) {
    if (isDatabaseGone(error)) throw error;
    log.error({ order: order.id, error: redactedError(error) }, 'a paid order was not fulfilled');
  }
}

/** Logs the line of an order: ids, price and duration, nothing of its buyer. */
export function logOrder(log: Logger, order: OrderRow, state: string, now: Date): void {
  const { id, userId, product, method, amount, currency, created } = order;
  log.info(
    {
      order: id,
      user: userId,
      product,
      method,
      amount: paidFor(order),
      price: amount,
      currency,
      state,
      milliseconds: now.getTime() - created.getTime(),
    },
    'order',
  );
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
      const { order, isDone } = await database.transaction(async (transaction) => {
        const found = await lockOrder(transaction, id);
        return { order: found, isDone: await fulfilOrder(transaction, found, now()) };
      });
      if (!isDone) continue;
      fulfilled += 1;
      logOrder(log, order, 'fulfilled', now());
    } catch (error) {
      log.error({ order: id, error: redactedError(error) }, 'a paid order was not fulfilled');
    }
  }
  return fulfilled;
}
