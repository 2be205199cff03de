import { type PlanProduct, isPro } from '#domain/plans/planTerms.ts';
import { formatOf } from '#i18n/format.ts';
import { useText } from '#islands/shared/text.tsx';

/** The name of a plan and its credits per month or week. */
export function PlanName({ product, credits }: { product: PlanProduct; credits: number }) {
  const { t, language } = useText();
  const amount = formatOf(language).number(credits);
  return (
    <div>
      <h3 className="text-16 font-semibold">{t(`orders.product.${product}`)}</h3>
      <p className="text-14 text-soft">
        {t(isPro(product) ? 'pay.price.month' : 'pay.price.week', { amount })}
      </p>
    </div>
  );
}
