import { and, eq, sql } from 'drizzle-orm';
import { payPath } from '#domain/orders/orderPaths.ts';
import type { CheckoutPage } from '#domain/orders/payments.ts';
import { isPlan } from '#domain/plans/planTerms.ts';
import type { CorePlatform, PaymentPlatform } from '#server/context.ts';
import { paymentCheckout } from '#server/db/schema/orders.ts';
import type { Checkout, PaymentGateway } from '#server/gateways/payments/payments.ts';
import { findUser } from '#server/services/users/findUser.ts';
import { type CheckoutRow, type OrderRow, findOrderById } from '#server/services/orders/order.ts';
import { productName } from '#server/services/orders/productName.ts';

/** The page on which the buyer pays, and the time until which it works. */
export type OpenCheckout = CheckoutPage & { expires: Date };

/** Repeats an opening that was interrupted. The provider may have the checkout already, and opens it once. */
export async function finishOpening(
  platform: PaymentPlatform,
  checkout: CheckoutRow,
): Promise<void> {
  const gateway = platform.payments.get(checkout.method);
  if (!gateway) return;
  const order = await findOrderById(platform.database.query, checkout.orderId);
  await askForCheckout(platform, gateway, order, checkout);
}

/**
 * Asks the provider to open a stored checkout, and stores its page. Can be repeated: the provider opens it once. Throws
 * when the provider cannot be reached.
 */
export async function askForCheckout(
  { config, database }: CorePlatform,
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
