import type { PrepaidPlan } from '#contract/orders/subscription.ts';
import { pricingPath } from '#domain/pricing/pricingPaths.ts';
import { formatOf } from '#i18n/format.ts';
import { PlanDialogs } from '#islands/orders/PlanDialogs.tsx';
import { PlanName } from '#islands/orders/PlanName.tsx';
import { PlanParts } from '#islands/orders/PlanParts.tsx';
import { RenewingCard } from '#islands/orders/RenewingCard.tsx';
import { RetryNote } from '#islands/pay/OrderNote.tsx';
import { useText } from '#islands/shared/text.tsx';
import { $plan, loadPlan } from '#stores/orders/subscription.ts';
import { useStore } from '@nanostores/react';

/** The user's plan and its actions. Nothing for users without a plan. */
export function PlanSection() {
  const { t } = useText();
  const page = useStore($plan);
  if (page.state === 'loading') return null;
  if (page.state === 'failed') {
    return <RetryNote problem={page.problem} onRetry={() => void loadPlan()} />;
  }
  const { plan } = page;
  if (plan === null) return null;
  return (
    <section aria-labelledby="plan" className="grid gap-3">
      <h2 id="plan" tabIndex={-1} className="text-18">
        {t('orders.plan.title')}
      </h2>
      {plan.kind === 'prepaid' ? (
        <PrepaidCard plan={plan} />
      ) : (
        <>
          <RenewingCard plan={plan} page={page} />
          <PlanDialogs plan={plan} page={page} />
        </>
      )}
    </section>
  );
}

/** A plan that is paid until a day and does not renew itself. */
function PrepaidCard({ plan }: { plan: PrepaidPlan }) {
  const { t, language } = useText();
  const { day } = formatOf(language);
  return (
    <div className="grid gap-3 rounded-large border border-line bg-raised p-4">
      <PlanName product={plan.product} credits={plan.credits} />
      <p>{t('orders.plan.prepaid', { date: day(plan.ends.slice(0, 10)) })}</p>
      {plan.parts.length > 1 && <PlanParts title={t('orders.plan.parts')} parts={plan.parts} />}
      <a className="button button-quiet justify-self-start" href={pricingPath(language)}>
        {t('orders.plan.extend')}
      </a>
    </div>
  );
}
