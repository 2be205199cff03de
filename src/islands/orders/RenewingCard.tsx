import type { RenewingPlan } from '#contract/orders/subscription.ts';
import { chatScreenPath } from '#domain/chat/chatPaths.ts';
import { formatOf } from '#i18n/format.ts';
import { PlanName } from '#islands/orders/PlanName.tsx';
import { PlanParts } from '#islands/orders/PlanParts.tsx';
import { Problem } from '#islands/shared/Problem.tsx';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import {
  type PlanState,
  openPlanDialog,
  resumePlan,
  updateCard,
} from '#stores/orders/subscription.ts';

type Props = { plan: RenewingPlan; page: Extract<PlanState, { state: 'shown' }> };

/** A plan that renews itself: its next payment and its actions. */
export function RenewingCard({ plan, page }: Props) {
  const { t, language } = useText();
  const { money } = formatOf(language);
  const { upgraded, dialog, problem } = page;
  return (
    <div className="grid gap-3 rounded-large border border-line bg-raised p-4">
      <PlanName product={plan.product} credits={plan.credits} />
      <NextPayment plan={plan} />
      {plan.parts.length > 0 && <PlanParts title={t('orders.plan.also')} parts={plan.parts} />}
      <p className="text-14 text-soft">{t(`pay.method.${plan.method}`)}</p>
      <output className="text-14 text-positive empty:hidden">
        {upgraded &&
          t('orders.plan.upgraded', {
            plan: t(`orders.product.${upgraded.product}`),
            price: money(upgraded.amount, upgraded.currency),
          })}
      </output>
      {plan.state === 'past_due' && (
        <p className="text-14 text-soft">{t('orders.plan.cardHint')}</p>
      )}
      {dialog === undefined && <Problem problem={problem} />}
      <Actions plan={plan} sending={page.sending} />
    </div>
  );
}

function NextPayment({ plan }: { plan: RenewingPlan }) {
  const { t, language } = useText();
  const { money, day } = formatOf(language);
  const { waiting, currency } = plan;
  const date = day(plan.period.ends.slice(0, 10));
  if (plan.upgrading !== null) return <p className="text-warning">{t('orders.plan.checking')}</p>;
  if (plan.state !== 'active') return <p className="text-negative">{t('orders.plan.pastDue')}</p>;
  if (plan.leaving) return <p>{t('orders.plan.leaving', { date })}</p>;
  if (plan.ends_at_period_end) return <p>{t('orders.plan.ends', { date })}</p>;
  if (waiting === null) {
    const price = money(plan.next_amount ?? 0, currency);
    return <p>{t('orders.plan.next', { price, date })}</p>;
  }
  return (
    <p>
      {t('orders.plan.changes', {
        plan: t(`orders.product.${waiting.product}`),
        date: day(waiting.from.slice(0, 10)),
        price: money(waiting.amount, currency),
      })}
    </p>
  );
}

function Actions({ plan, sending }: { plan: RenewingPlan; sending: boolean }) {
  const { t, language } = useText();
  if (plan.upgrading !== null) return null;
  if (plan.leaving) {
    return (
      <a
        className="button button-quiet justify-self-start"
        href={`${chatScreenPath(language, 'settings')}#delete-account`}
      >
        {t('orders.plan.settings')}
      </a>
    );
  }
  const isLeaving = plan.ends_at_period_end || plan.waiting !== null;
  return (
    <div className="flex flex-wrap gap-2">
      {plan.state === 'past_due' && (
        <Button disabled={sending} onClick={() => void updateCard()}>
          {t(sending ? 'orders.plan.sending' : 'orders.plan.card')}
        </Button>
      )}
      {isLeaving && (
        <Button disabled={sending} onClick={() => void resumePlan()}>
          {t('orders.plan.keep')}
        </Button>
      )}
      {plan.changes.length > 0 && (
        <Button
          look="quiet"
          disabled={sending}
          onClick={() => openPlanDialog({ kind: 'change', chosen: undefined, waives: false })}
        >
          {t('orders.plan.change')}
        </Button>
      )}
      {!plan.ends_at_period_end && (
        <Button look="quiet" disabled={sending} onClick={() => openPlanDialog({ kind: 'cancel' })}>
          {t('orders.plan.cancel')}
        </Button>
      )}
    </div>
  );
}
