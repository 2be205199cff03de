import type Stripe from 'stripe';
import type { Language } from '#domain/languages/languages.ts';
import type { Product } from '#domain/plans/plans.ts';
import { type CheckoutRequest, PaymentProtocolError } from '#server/gateways/payments/payments.ts';
import { fromMoney } from '#server/gateways/payments/stripeMoney.ts';

/** Our languages as Stripe names them. */
export const stripeLocales = {
  en: 'en',
  zh: 'zh',
  zh_TW: 'zh-TW',
  vi: 'vi',
  ja: 'ja',
  ko: 'ko',
  de: 'de',
  fr: 'fr',
} as const satisfies Record<Language, string>;

/**
 * Stripe refuses pages that expire in less than half an hour. Each page gets half an hour more than its order, so that
 * a late attempt has a page too; the page is closed when the order expires. The missing time cannot be computed
 * instead, because a repeated request must be the same.
 */
const minimumSeconds = 1_800;

/** Returns the parameters of a Checkout Session. A pure function, because Stripe compares repeated requests. */
export function sessionParameters(
  request: CheckoutRequest,
  coupon: string | undefined,
): Stripe.Checkout.SessionCreateParams {
  const metadata = { order_id: request.orderId };
  const shared = { metadata, description: request.description };
  return {
    client_reference_id: request.orderId,
    metadata,
    line_items: [{ quantity: 1, price_data: priceData(request) }],
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
    expires_at: Math.floor(request.expires.getTime() / 1_000) + minimumSeconds,
    locale: stripeLocales[request.language],
    // Otherwise Stripe may charge in another currency than the order's.
    adaptive_pricing: { enabled: false },
    ...(request.email === undefined ? {} : { customer_email: request.email }),
    ...(coupon === undefined ? {} : { discounts: [{ coupon }] }),
    ...(request.following === undefined
      ? { mode: 'payment', payment_intent_data: shared }
      : { mode: 'subscription', subscription_data: shared }),
  };
}

/**
 * Returns the coupon for a first period that costs less than the following ones; `undefined` if it does not. Checkout
 * has no other way: a lower first price would stay, and a trial would make the first period unpaid. The coupon is an
 * amount, not a percentage, so that Stripe does not round.
 */
export function couponParameters(request: CheckoutRequest): Stripe.CouponCreateParams | undefined {
  const { price, following } = request;
  if (following === undefined || following.amount === price.amount) return undefined;
  const off = following.amount - price.amount;
  if (off < 0 || following.currency !== price.currency) {
    throw new PaymentProtocolError('A first period cannot cost more than the following ones');
  }
  return {
    id: `first-${request.orderId}-${request.attempt}`,
    // Understood in every language.
    name: `−${Math.round((100 * off) / following.amount)} %`,
    amount_off: off,
    currency: following.currency.toLowerCase(),
    duration: 'once',
    max_redemptions: 1,
  };
}

/** Returns how often a plan is paid; `undefined` for a pack. */
export function intervalOf(product: Product): 'month' | 'year' | undefined {
  if (product.endsWith('_month')) return 'month';
  return product.endsWith('_year') ? 'year' : undefined;
}

function priceData(request: CheckoutRequest) {
  const { product, price, following, description } = request;
  const described = { product_data: { name: description, metadata: { product } } };
  if (following === undefined) return { ...fromMoney(price), ...described };
  const interval = intervalOf(product);
  if (interval === undefined) throw new PaymentProtocolError(`${product} does not renew`);
  return { ...fromMoney(following), ...described, recurring: { interval } };
}
