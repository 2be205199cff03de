import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Language } from '#domain/languages.ts';
import { mayBePaid } from '#domain/orders.ts';
import type { CheckoutPage, PaymentMethod } from '#domain/payments.ts';
import { isPlan } from '#domain/planTerms.ts';
import { payPath } from '#domain/orderPaths.ts';
import { type Context, type Platform, signedInUser } from '#server/context.ts';
import { paymentCheckout, paymentOrder } from '#server/db/schema/orders.ts';
import { AppError, redactedError } from '#server/errors.ts';
import type { Checkout, PaymentGateway } from '#server/gateways/payments/payments.ts';
import { findUser } from '#server/services/account/findUser.ts';
import { hasItsDiscount } from '#server/services/discounts/useDiscount.ts';
import { orderLimits } from '#server/services/limits/limits.ts';
import { takePoints } from '#server/services/limits/takePoints.ts';
import {
  type CheckoutRow,
  type OrderRow,
  findOrderById,
  lockOrder,
} from '#server/services/orders/order.ts';
import { productName } from '#server/services/orders/productName.ts';
import { findOwnOrder } from '#server/services/orders/readOrder.ts';

type Wanted = { orderId: string; method: PaymentMethod; language: Language };

/** The page on which the buyer pays, and the time until which it works. */
export type OpenCheckout = CheckoutPage & { expires: Date };

/**
 * Opens a checkout for an order of the acting user, or returns the open one of the same method. Throws `not_signed_in`,
 * `unknown_order`, `currency_not_accepted` by this method, `order_closed` when the order cannot be paid any more,
 * `payment_unavailable` when the provider cannot be reached, and `too_many_requests`.
 */
export async function openCheckout(context: Context, wanted: Wanted): Promise<OpenCheckout> {
  const userId = signedInUser(context);
  const gateway = context.payments.get(wanted.method);
  if (!gateway) throw new AppError('payment_unavailable', 'This method of payment is not offered');
  await takePoints(context, [{ limit: orderLimits.checkout, by: userId }]);
  const { currency } = await findOwnOrder(context, wanted.orderId);
  if (!gateway.currencies.includes(currency)) {
    const { method } = wanted;
    throw new AppError('currency_not_accepted', `method: ${method} does not take ${currency}`, {
      method,
      currency,
    });
  }
  const { order, checkout } = await beginCheckout(context, wanted);
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

/** Repeats an opening that was interrupted. The provider may have the checkout already, and opens it once. */
export async function finishOpening(
  platform: Pick<Platform, 'config' | 'database' | 'payments'>,
  checkout: CheckoutRow,
): Promise<void> {
  const gateway = platform.payments.get(checkout.method);
  if (!gateway) return;
  const order = await findOrderById(platform.database.query, checkout.orderId);
  await askForCheckout(platform, gateway, order, checkout);
}

/**
 * Stores the attempt before the provider is asked, so that an interrupted opening can be repeated with the same number.
 */
async function beginCheckout(
  { database, now }: Context,
  { orderId, method, language }: Wanted,
): Promise<{ order: OrderRow; checkout: CheckoutRow }> {
  return database.transaction(async (transaction) => {
    const order = await lockOrder(transaction, orderId);
    const isOpen = mayBePaid(order.state) && order.expires > now();
    if (!isOpen || !(await hasItsDiscount(transaction, order))) {
      throw new AppError('order_closed', 'This order cannot be paid any more', {
        state: order.state,
      });
    }
    const [live] = await transaction
      .select()
      .from(paymentCheckout)
      .where(
        and(
          eq(paymentCheckout.orderId, orderId),
          eq(paymentCheckout.method, method),
          inArray(paymentCheckout.state, ['opening', 'open', 'processing']),
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

async function askForCheckout(
  { config, database }: Pick<Platform, 'config' | 'database'>,
  gateway: PaymentGateway,
  order: OrderRow,
  { attempt, expires, language }: CheckoutRow,
): Promise<OpenCheckout> {
  const { id, product, currency } = order;
  const user = await findUser(database.query, order.userId);
  const address = (step?: 'success') => `${config.publicUrl}${payPath(language, id, step)}`;
  const opened = await gateway.openCheckout({
    orderId: id,
    attempt,
    product,
    price: { amount: order.amount, currency },
    following:
      gateway.renews && isPlan(product) ? { amount: order.following, currency } : undefined,
    description: productName(product, language),
    language,
    email: user?.email,
    successUrl: address('success'),
    cancelUrl: address(),
    expires,
  });
  const { providerId } = opened;
  const page = pageOf(opened);
  await database.query
    .update(paymentCheckout)
    .set({
      providerId,
      page,
      expires: opened.expires,
      state: sql`case when ${paymentCheckout.state} = 'opening' then 'open' else ${paymentCheckout.state} end`,
    })
    .where(and(eq(paymentCheckout.orderId, id), eq(paymentCheckout.attempt, attempt)));
  return { expires: opened.expires, ...page };
}

function pageOf(opened: Checkout): CheckoutPage {
  return opened.kind === 'redirect'
    ? { kind: 'redirect', url: opened.url }
    : { kind: 'scan', codeUrl: opened.codeUrl };
}
