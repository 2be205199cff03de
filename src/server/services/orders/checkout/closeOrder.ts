import { and, eq, exists, inArray, ne, or } from 'drizzle-orm';
import type { PaymentMethod } from '#domain/orders/payments.ts';
import type { CorePlatform, PaymentPlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { accountDeletion } from '#server/db/schema/accounts.ts';
import { paymentCheckout, paymentOrder } from '#server/db/schema/orders.ts';
import { accountBlock } from '#server/db/schema/people.ts';
import { AppError, redactedError } from '#server/errors.ts';
import { refreshCheckout } from '#server/services/orders/payments/askProvider.ts';
import { finishOpening } from '#server/services/orders/checkout/askForCheckout.ts';
import {
  type CheckoutRow,
  hasNoPayableCheckout,
  payableCheckouts,
} from '#server/services/orders/order.ts';

/**
 * Ends the checkouts of an order at their providers, except those of a method, and applies the returned states: one may
 * have been paid meanwhile. Returns whether none of them can be paid any more. Returns `false` while a provider cannot be
 * reached or a payment is being processed.
 */
export async function closeCheckouts(
  platform: PaymentPlatform,
  orderId: string,
  except?: PaymentMethod,
): Promise<boolean> {
  const list = () => listPayable(platform.database.query, orderId, except);
  for (const checkout of await list()) {
    if (checkout.state !== 'opening') continue;
    // The provider may have it already, and can only end it by the id that it returns.
    await finishOpening(platform, checkout).catch((error: unknown) =>
      platform.log.warn(
        { order: orderId, method: checkout.method, error: redactedError(error) },
        'a checkout stays open',
      ),
    );
  }
  for (const checkout of await list()) {
    await refreshCheckout(platform, checkout, 'closeCheckout');
  }
  return (await list()).length === 0;
}

/** Returns the checkouts of an order that can still be paid, except those of a method. */
export async function listPayable(
  executor: Executor,
  orderId: string,
  except?: PaymentMethod,
): Promise<CheckoutRow[]> {
  return executor
    .select()
    .from(paymentCheckout)
    .where(
      and(
        eq(paymentCheckout.orderId, orderId),
        inArray(paymentCheckout.state, [...payableCheckouts]),
        except === undefined ? undefined : ne(paymentCheckout.method, except),
      ),
    );
}

/** Throws why an order has a checkout that could not be ended. */
export async function refuseOpenPayment(
  { database }: CorePlatform,
  orderId: string,
): Promise<never> {
  const left = await listPayable(database.query, orderId);
  if (left.some(({ state }) => state === 'processing')) {
    const running = 'A payment of this order is being processed';
    throw new AppError('payment_running', running, { order: orderId });
  }
  throw new AppError('payment_unavailable', 'The payment provider cannot be reached, try again');
}

/**
 * Marks an order that was not paid as expired, unless one of its checkouts can still be paid. Returns whether it is
 * expired now.
 */
export async function expireOrder(executor: Executor, orderId: string): Promise<boolean> {
  const expired = await executor
    .update(paymentOrder)
    .set({ state: 'expired', failure: null })
    .where(
      and(
        eq(paymentOrder.id, orderId),
        inArray(paymentOrder.state, ['created', 'pending', 'failed', 'expired']),
        hasNoPayableCheckout,
      ),
    );
  return (expired.rowCount ?? 0) > 0;
}

/** Closes the open orders of accounts that are to be deleted or are blocked: of one user, or of all. */
export async function closeLeavingOrders(
  platform: PaymentPlatform,
  userId?: string,
): Promise<void> {
  const { query } = platform.database;
  const open = await query
    .select({ id: paymentOrder.id })
    .from(paymentOrder)
    .where(
      and(
        userId === undefined ? undefined : eq(paymentOrder.userId, userId),
        eq(paymentOrder.kind, 'purchase'),
        inArray(paymentOrder.state, ['created', 'pending']),
        or(
          exists(
            query
              .select({ userId: accountDeletion.userId })
              .from(accountDeletion)
              .where(eq(accountDeletion.userId, paymentOrder.userId)),
          ),
          exists(
            query
              .select({ userId: accountBlock.userId })
              .from(accountBlock)
              .where(eq(accountBlock.userId, paymentOrder.userId)),
          ),
        ),
      ),
    );
  for (const { id } of open) {
    if (await closeCheckouts(platform, id)) await expireOrder(query, id);
  }
}
