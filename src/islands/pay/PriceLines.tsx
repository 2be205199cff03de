import type { Offer } from '#contract/orders/orders.ts';
import type { PaymentMethod } from '#domain/orders/payments.ts';
import { isPlan, isPro } from '#domain/plans/planTerms.ts';
import type { Product } from '#domain/plans/plans.ts';
import { formatOf } from '#i18n/format.ts';
import { useText } from '#islands/shared/text.tsx';

type Props = { offer: Omit<Offer, 'needs_waiver'>; method: PaymentMethod | undefined };

/** The product, its regular price with each reduction, the total, and whether it renews itself. */
export function PriceLines({ offer, method }: Props) {
  const { t, language } = useText();
  const { money, number, percent } = formatOf(language);
  const { product, currency, steps } = offer;
  const isPack = !isPlan(product);
  const reductions = steps.map(({ kind, percent_off: off, amount }, index) => {
    const less = (steps[index - 1]?.amount ?? offer.regular) - amount;
    return { kind, name: t(`pay.price.${kind}`, { percent: percent(off) }), less };
  });
  return (
    <div className="grid gap-3">
      <div>
        <p className="text-18 font-semibold">{t(`orders.product.${product}`)}</p>
        {!isPack && (
          <p className="text-14 text-soft">
            {t(isPro(product) ? 'pay.price.month' : 'pay.price.week', {
              amount: number(offer.credits),
            })}
          </p>
        )}
      </div>
      <dl className="grid gap-1.5">
        {reductions.length > 0 && (
          <Line name={t('pay.price.regular')} value={money(offer.regular, currency)} />
        )}
        {reductions.map(({ kind, name, less }) => (
          <Line key={kind} name={name} value={`−${money(less, currency)}`} />
        ))}
        <div className="flex items-baseline justify-between gap-4 border-t border-line pt-2 font-semibold">
          <dt>{t('pay.price.total')}</dt>
          <dd className="text-22">{money(offer.amount, currency)}</dd>
        </div>
      </dl>
      <p className="text-14 text-soft">
        {t(termsKey(product, method !== undefined && offer.renewing.includes(method)), {
          price: money(offer.following, currency),
        })}
      </p>
    </div>
  );
}

function Line({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex justify-between gap-4 text-14 text-soft">
      <dt>{name}</dt>
      <dd className="whitespace-nowrap">{value}</dd>
    </div>
  );
}

function termsKey(product: Product, renews: boolean): string {
  if (!isPlan(product)) return 'pay.price.pack';
  const isYearly = product === 'basic_year' || product === 'pro_year';
  if (renews) return isYearly ? 'pay.price.renewsYear' : 'pay.price.renewsMonth';
  return isYearly ? 'pay.price.onceYear' : 'pay.price.onceMonth';
}
