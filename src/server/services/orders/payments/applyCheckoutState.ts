import { and, eq, inArray } from 'drizzle-orm';
import type { OrderState } from '#domain/orders/orders.ts';
import type { PaymentPlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { type CheckoutRowState, paymentCheckout, paymentOrder } from '#server/db/schema/orders.ts';
import type { CheckoutState } from '#server/gateways/payments/payments.ts';
import {
  type CheckoutRow,
  hasNoPayableCheckout,
  lockOrder,
  payableCheckouts,
} from '#server/services/orders/order.ts';
import { payOrder } from '#server/services/orders/payments/payOrder.ts';

type Checkout = Pick<CheckoutRow, 'orderId' | 'attempt' | 'method'>;

/**
 * Applies a provider's state of a checkout. A payment changes an order only here. Each step is a conditional update, so
 * exactly one of several events, returning buyers and reconciliations makes it, and no state moves back.
 */
export async function applyCheckoutState(
  platform: PaymentPlatform,
  checkout: Checkout,
  state: CheckoutState,
): Promise<void> {
  const { database, now } = platform;
  switch (state.kind) {
    case 'open':
      return;
    case 'processing':
      await moveCheckout(database.query, checkout, ['opening', 'open'], 'processing');
      return;
    case 'failed':
      return database.transaction((transaction) => failOrder(transaction, checkout));
    case 'expired':
      return database.transaction((transaction) => expireCheckout(transaction, checkout, now()));
    case 'paid':
      return payOrder(platform, checkout, state);
  }
}

async function failOrder(transaction: Executor, checkout: Checkout): Promise<void> {
  await lockOrder(transaction, checkout.orderId);
  if (!(await moveCheckout(transaction, checkout, payableCheckouts, 'failed'))) return;
  await moveOrder(transaction, checkout, 'failed');
}

/** The order waits for another checkout, or ends with this one when its own time is over. */
async function expireCheckout(transaction: Executor, checkout: Checkout, now: Date): Promise<void> {
  const order = await lockOrder(transaction, checkout.orderId);
  if (!(await moveCheckout(transaction, checkout, payableCheckouts, 'expired'))) return;
  await moveOrder(transaction, checkout, order.expires <= now ? 'expired' : 'created');
}

/** Changes an order whose last checkout ended without a payment, unless another checkout can still be paid. */
async function moveOrder(
  transaction: Executor,
  { orderId }: Checkout,
  state: Extract<OrderState, 'failed' | 'expired' | 'created'>,
): Promise<void> {
  await transaction
    .update(paymentOrder)
    .set({ state, failure: state === 'failed' ? 'declined' : null })
    .where(
      and(
        eq(paymentOrder.id, orderId),
        inArray(paymentOrder.state, ['created', 'pending']),
        hasNoPayableCheckout,
      ),
    );
}

/** Returns whether this call changed the checkout. */
async function moveCheckout(
  executor: Executor,
  { orderId, attempt }: Checkout,
  from: readonly CheckoutRowState[],
  state: CheckoutRowState,
): Promise<boolean> {
  const moved = await executor
    .update(paymentCheckout)
    .set({ state })
    .where(
      and(
        eq(paymentCheckout.orderId, orderId),
        eq(paymentCheckout.attempt, attempt),
        inArray(paymentCheckout.state, [...from]),
      ),
    );
  return (moved.rowCount ?? 0) > 0;
}
