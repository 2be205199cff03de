import type { PricingView } from '#catalog/pricingPages.ts';
import { type StructuredData, breadcrumbs, withOrigin } from '#catalog/schema.ts';
import type { ShownPrice } from '#catalog/shownPrices.ts';
import { toUnits } from '#domain/money.ts';
import type { Product } from '#domain/plans.ts';
import { formatOf } from '#i18n/format.ts';
import { translator } from '#i18n/translate.ts';
import { absoluteUrl } from '#i18n/absoluteUrl.ts';

/** The pricing page's structured data: its place in the site, and the offers where something can be bought. */
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
      brand: { '@type': 'Brand', name: 'Dolores' },
      offers: prices
        .filter(({ product }) => products.includes(product))
        .map((price) => offerOf(price, absoluteUrl(frame.path, origin))),
    },
  ]);
}

/** The price of the day for which the site is published: a promoted one names its last day. */
function offerOf({ product, currency, regular, promoted }: ShownPrice, url: string): object {
  const running = promoted?.isRunning ? promoted : undefined;
  const amount = toUnits({ amount: (running ?? regular).total, currency });
  return {
    '@type': 'Offer',
    url,
    price: amount,
    priceCurrency: currency,
    availability: 'https://schema.org/InStock',
    ...(running ? { priceValidUntil: running.to } : {}),
    ...(product.startsWith('credit_')
      ? {}
      : { priceSpecification: every(product, amount, currency) }),
  };
}

/** A price that is paid again: for each month or each year, by the codes of UN/CEFACT. */
function every(product: Product, price: number, priceCurrency: string): object {
  return {
    '@type': 'UnitPriceSpecification',
    price,
    priceCurrency,
    billingDuration: 1,
    unitCode: product.endsWith('_year') ? 'ANN' : 'MON',
  };
}
