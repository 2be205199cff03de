import type { Offer } from '#contract/orders/orders.ts';
import { dayOf } from '#domain/dates.ts';
import { allCurrencies } from '#domain/pricing/money.ts';
import { type Product, creditsOf } from '#domain/plans/plans.ts';
import { quote } from '#domain/pricing/quote.ts';
import { hasWithdrawal } from '#domain/orders/sellerLaw.ts';
import type { PaymentPlatform } from '#server/context.ts';
import { methodsFor, renewingMethodsFor } from '#server/services/orders/checkout/methodsFor.ts';
import { stepResponse } from '#server/services/orders/read/orderResponse.ts';

/**
 * Returns today's price of a product in each currency that a payment method accepts, reduced by the percentage of a
 * code.
 */
export function listOffers(
  { config, payments, now }: PaymentPlatform,
  product: Product,
  codePercentOff?: number,
): Offer[] {
  const day = dayOf(now());
  return allCurrencies.flatMap((currency) => {
    const price = quote({ product, currency, day, codePercentOff });
    const methods = methodsFor(payments, currency);
    if (!price || methods.length === 0) return [];
    const { regular, total: amount, following } = price;
    return {
      product,
      credits: creditsOf(product, day),
      currency,
      regular,
      amount,
      following,
      steps: price.steps.map(stepResponse),
      methods,
      renewing: renewingMethodsFor(payments, currency),
      needs_waiver: hasWithdrawal(config.operator.sellerCountry),
    };
  });
}
