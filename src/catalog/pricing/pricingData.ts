import type { PricingView } from '#catalog/pricing/pricingPages.ts';
import {
  type StructuredData,
  breadcrumbs,
  imageOf,
  inStock,
  withOrigin,
} from '#catalog/site/schema.ts';
import type { ShownPrice } from '#catalog/pricing/shownPrices.ts';
import { toUnits } from '#domain/pricing/money.ts';
import { type Product, isYearly } from '#domain/plans/plans.ts';
import { formatOf } from '#i18n/format.ts';
import { translator } from '#i18n/translate.ts';
import { absoluteUrl } from '#i18n/absoluteUrl.ts';

/** Returns the structured data of the pricing page: breadcrumbs, and the offers if there is a payment method. */
export function dataOfPricing(view: PricingView): StructuredData {
  const { frame, methods } = view;
  const t = translator(frame.language, 'pricing');
  const crumbs = breadcrumbs(frame, [{ name: t('heading'), path: frame.path }]);
  if (methods.length === 0) return crumbs;
  const { number } = formatOf(frame.language);
  const plans = (['basic', 'pro'] as const).map((plan) => {
    return [t(`plans.${plan}`), [`${plan}_month`, `${plan}_year`]] as const;
  });
  const packs = view.packs.map(({ id, credits }) => {
    return [t('packs.credits', { amount: number(credits) }), [id]] as const;
  });
  const offered = [...plans, ...packs].map(([name, products]) =>
    productOf(view, name, products as readonly Product[]),
  );
  return [...crumbs, ...offered.flat()];
}

function productOf(
  { frame, prices }: PricingView,
  name: string,
  products: readonly Product[],
): StructuredData {
  return withOrigin(frame, (origin) => [
    {
      '@type': 'Product',
      name: `Dolores: ${name}`,
      image: imageOf(frame, origin),
      brand: { '@type': 'Brand', name: 'Dolores' },
      offers: prices
        .filter(({ product }) => products.includes(product))
        .map((price) => offerOf(price, absoluteUrl(frame.path, origin))),
    },
  ]);
}

/** Returns the offer with the price of the publishing day. The price of a promotion has its last day. */
function offerOf({ product, currency, regular, promoted }: ShownPrice, url: string): object {
  const running = promoted?.isRunning ? promoted : undefined;
  const amount = toUnits({ amount: (running ?? regular).total, currency });
  return {
    '@type': 'Offer',
    url,
    price: amount,
    priceCurrency: currency,
    availability: inStock,
    ...(running ? { priceValidUntil: running.to } : {}),
    ...(product.startsWith('credit_')
      ? {}
      : { priceSpecification: every(product, amount, currency) }),
  };
}

/** Returns a recurring price, per month or year. Its units are codes of UN/CEFACT. */
function every(product: Product, price: number, priceCurrency: string): object {
  return {
    '@type': 'UnitPriceSpecification',
    price,
    priceCurrency,
    billingDuration: 1,
    unitCode: isYearly(product) ? 'ANN' : 'MON',
  };
}
