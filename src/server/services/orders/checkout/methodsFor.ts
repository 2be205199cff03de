import type { Currency } from '#domain/pricing/money.ts';
import type { PaymentMethod } from '#domain/orders/payments.ts';
import type { Payments } from '#server/gateways/payments/payments.ts';

/** Returns the payment methods that accept a currency, in the order in which buyers see them. */
export function methodsFor(payments: Payments, currency: Currency): PaymentMethod[] {
  return [...payments.values()]
    .filter(({ currencies }) => currencies.includes(currency))
    .map(({ method }) => method);
}

/** Returns the payment methods that renew plans in a currency. */
export function renewingMethodsFor(payments: Payments, currency: Currency): PaymentMethod[] {
  return methodsFor(payments, currency).filter((method) => payments.get(method)?.renews);
}
