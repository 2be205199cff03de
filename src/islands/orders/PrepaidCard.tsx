import type { PrepaidPlan } from '#contract/subscription.ts';
import { pricingPath } from '#domain/urls.ts';
import { formatOf } from '#i18n/format.ts';
import { PlanName } from '#islands/orders/PlanName.tsx';
import { useText } from '#islands/shared/text.tsx';

/** A plan that is paid until a day and does not renew itself. */
export function PrepaidCard({ plan }: { plan: PrepaidPlan }) {
  const { t, language } = useText();
  const { day } = formatOf(language);
  return (
    <div className="grid gap-3 rounded-large border border-line bg-raised p-4">
      <PlanName product={plan.product} credits={plan.credits} />
      <p>{t('orders.plan.prepaid', { date: day(plan.ends.slice(0, 10)) })}</p>
      <a className="button button-quiet justify-self-start" href={pricingPath(language)}>
        {t('orders.plan.extend')}
      </a>
    </div>
  );
}
