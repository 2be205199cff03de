import type { Currency } from '#domain/money.ts';
import type { PaymentMethod } from '#domain/payments.ts';
import type { Payments } from '#server/gateways/payments/payments.ts';

/** Returns the payment methods that take a currency, in the order in which buyers choose among them. */
export function methodsFor(payments: Payments, currency: Currency): PaymentMethod[] {
  return [...payments.values()]
    .filter(({ currencies }) => currencies.includes(currency))
    .map(({ method }) => method);
}

/** Returns those by which a plan renews itself. */
export function renewingMethodsFor(payments: Payments, currency: Currency): PaymentMethod[] {
  return methodsFor(payments, currency).filter((method) => payments.get(method)?.renews);
}
