import { and, desc, eq, gt, inArray } from 'drizzle-orm';
import type { Language } from '#domain/languages/languages.ts';
import { mayBePaid } from '#domain/orders/orders.ts';
import type { PaymentMethod } from '#domain/orders/payments.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { paymentCheckout, paymentOrder } from '#server/db/schema/orders.ts';
import { AppError, redactedError } from '#server/errors.ts';
import { refuseLeaving } from '#server/services/users/refuseLeaving.ts';
import { hasItsDiscount } from '#server/services/orders/discounts/useDiscount.ts';
import { orderLimits } from '#server/services/limits/limits.ts';
import { takePoints } from '#server/services/limits/takePoints.ts';
import {
  type OpenCheckout,
  askForCheckout,
} from '#server/services/orders/checkout/askForCheckout.ts';
import {
  closeCheckouts,
  listPayable,
  refuseOpenPayment,
} from '#server/services/orders/checkout/closeOrder.ts';
import {
  type CheckoutRow,
  type OrderRow,
  lockOrder,
  payableCheckouts,
} from '#server/services/orders/order.ts';
import { findOwnOrder } from '#server/services/orders/read/readOrder.ts';
import { refuseInterruption } from '#server/services/orders/checkout/refuseInterruption.ts';

type Requested = { orderId: string; method: PaymentMethod; language: Language };

type Begun = { order: OrderRow; checkout: CheckoutRow };

/** The most tries while other requests open checkouts of other methods. */
const mostTries = 3;

/**
 * Opens a checkout for an order of the acting user, or returns the open one of the same method. Checkouts of other
 * methods are ended at their providers first, so that an order is paid once. Throws `not_signed_in`, `unknown_order`,
 * `currency_not_accepted` by this method, `order_closed` when the order cannot be paid any more, `account_leaving`,
 * `larger_plan_runs` for Basic that would renew during Pro, `payment_running` while another payment is processed,
 * `payment_unavailable` when a provider cannot be reached, and `too_many_requests`.
 */
export async function openCheckout(context: Context, requested: Requested): Promise<OpenCheckout> {
  const userId = signedInUser(context);
  const gateway = context.payments.get(requested.method);
  if (!gateway) throw new AppError('payment_unavailable', 'This method of payment is not offered');
  await takePoints(context, [{ limit: orderLimits.checkout, by: userId }]);
  const { currency, product } = await findOwnOrder(context, requested.orderId);
  if (!gateway.currencies.includes(currency)) {
    const { method } = requested;
    throw new AppError('currency_not_accepted', `method: ${method} does not take ${currency}`, {
      method,
      currency,
    });
  }
  if (gateway.renews) await refuseInterruption(context, userId, product);
  const { order, checkout } = await replaceCheckouts(context, requested);
  if (checkout.page) return { expires: checkout.expires, ...checkout.page };
  try {
    return await askForCheckout(context, gateway, order, checkout);
  } catch (error) {
    const { method } = checkout;
    context.log.warn(
      { order: order.id, method, error: redactedError(error) },
      'a checkout could not be opened',
    );
    throw new AppError('payment_unavailable', 'The payment provider cannot be reached, try again');
  }
}

/** Ends the checkouts of other methods, then begins one of the requested method. */
async function replaceCheckouts(context: Context, requested: Requested): Promise<Begun> {
  const { orderId, method } = requested;
  for (let tries = 0; tries < mostTries; tries += 1) {
    const begun = await beginCheckout(context, requested);
    if (begun) return begun;
    if (!(await closeCheckouts(context, orderId, method))) break;
  }
  return refuseOpenPayment(context, orderId);
}

/**
 * Stores the attempt before the provider is asked, so that an interrupted opening can be repeated with the same number.
 * Returns `undefined` while a checkout of another method can be paid.
 */
async function beginCheckout(
  { database, now, ...context }: Context,
  { orderId, method, language }: Requested,
): Promise<Begun | undefined> {
  return database.transaction(async (transaction) => {
    await refuseLeaving(transaction, signedInUser(context));
    const order = await lockOrder(transaction, orderId);
    const isOpen = mayBePaid(order.state) && order.expires > now();
    if (!isOpen || !(await hasItsDiscount(transaction, order))) {
      throw new AppError('order_closed', 'This order cannot be paid any more', {
        state: order.state,
      });
    }
    if ((await listPayable(transaction, orderId, method)).length > 0) return undefined;
    const [live] = await transaction
      .select()
      .from(paymentCheckout)
      .where(
        and(
          eq(paymentCheckout.orderId, orderId),
          eq(paymentCheckout.method, method),
          inArray(paymentCheckout.state, [...payableCheckouts]),
          gt(paymentCheckout.expires, now()),
        ),
      )
      .orderBy(desc(paymentCheckout.attempt))
      .limit(1);
    if (live) return { order, checkout: live };
    const attempt = order.attempt + 1;
    const [checkout] = await transaction
      .insert(paymentCheckout)
      .values({ orderId, attempt, method, language, expires: order.expires, created: now() })
      .returning();
    await transaction
      .update(paymentOrder)
      .set({ attempt, method, state: 'pending', failure: null })
      .where(eq(paymentOrder.id, orderId));
    if (!checkout) throw new Error('The checkout was not stored');
    return { order, checkout };
  });
}
