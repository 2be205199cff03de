import type Stripe from 'stripe';
import type { Language } from '#domain/languages.ts';
import type { Product } from '#domain/plans.ts';
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
 * Stripe refuses pages that live for less than half an hour. Each gets that much more, so that a further attempt shortly
 * before the order's end has a page too; the order's own clock closes it. How much is missing cannot be computed, because
 * a repeated request must be the same.
 */
const shortestSeconds = 1_800;

/** Returns the parameters of a Checkout Session. A pure function of the request, because Stripe compares repetitions. */
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
    expires_at: Math.floor(request.expires.getTime() / 1_000) + shortestSeconds,
    locale: stripeLocales[request.language],
    // Otherwise Stripe may take another currency, and the order would not be paid as it was quoted.
    adaptive_pricing: { enabled: false },
    ...(request.email === undefined ? {} : { customer_email: request.email }),
    ...(coupon === undefined ? {} : { discounts: [{ coupon }] }),
    ...(request.following === undefined
      ? { mode: 'payment', payment_intent_data: shared }
      : { mode: 'subscription', subscription_data: shared }),
  };
}

/**
 * Returns the coupon by which the first period costs less than the following ones, if it does. A coupon that counts once is
 * the only way of Checkout to say so: a lower first price would stay, and a trial would make the first period one that is
 * not paid for. It is an amount, not a percentage, so that Stripe does not round.
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
    // The same in every language.
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
