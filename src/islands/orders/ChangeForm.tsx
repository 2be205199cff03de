import type { RenewingPlan } from '#contract/subscription.ts';
import { formatOf } from '#i18n/format.ts';
import { Choice } from '#islands/pay/Choice.tsx';
import { Problem } from '#islands/pay/Note.tsx';
import { useText } from '#islands/shared/text.tsx';
import {
  type PlanChange,
  type PlanDialog,
  type PlanState,
  choosePlan,
  closePlanDialog,
  confirmChange,
  setPlanWaiver,
} from '#stores/orders/subscription.ts';
import type { FormEvent } from 'react';

type Props = {
  plan: RenewingPlan;
  page: Extract<PlanState, { state: 'shown' }>;
  dialog: Extract<PlanDialog, { kind: 'change' }>;
};

/** The plans that this one can change to: what each costs, when it starts, and what becomes of the credits. */
export function ChangeForm({ plan, page, dialog }: Props) {
  const { t, language } = useText();
  const { money } = formatOf(language);
  const { chosen, waives } = dialog;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void confirmChange();
  };
  return (
    <form method="post" className="grid gap-4" onSubmit={submit} noValidate>
      <Choice
        legend={t('orders.plan.pick')}
        name="plan"
        options={plan.changes.map(({ product, amount }) => ({
          value: product,
          title: t(`orders.product.${product}`),
          text: money(amount, plan.currency),
        }))}
        chosen={chosen?.product}
        choose={(product) => {
          const change = plan.changes.find((each) => each.product === product);
          if (change) choosePlan(change);
        }}
      />
      <div aria-live="polite">{chosen && <Consequence plan={plan} change={chosen} />}</div>
      {chosen?.kind === 'upgrade' && (
        <label className="flex cursor-pointer items-start gap-3 text-14 text-soft">
          <input
            type="checkbox"
            className="mt-0.5 size-4 flex-none accent-accent"
            checked={waives}
            required
            onChange={(event) => setPlanWaiver(event.target.checked)}
          />
          <span>{t('pay.new.waiver')}</span>
        </label>
      )}
      <Problem message={page.problem} />
      <div className="flex flex-wrap gap-2">
        {chosen && (
          <button type="submit" className="button" disabled={page.sending}>
            {page.sending ? t('orders.plan.sending') : <Confirm plan={plan} change={chosen} />}
          </button>
        )}
        <button type="button" className="button button-quiet" onClick={closePlanDialog}>
          {t('orders.plan.back')}
        </button>
      </div>
    </form>
  );
}

type ChangeProps = { plan: RenewingPlan; change: PlanChange };

/** The day from which a change counts: that of the end of the paid period. */
function useDay({ plan, change }: ChangeProps): string {
  const { language } = useText();
  return formatOf(language).day((change.from ?? plan.period.ends).slice(0, 10));
}

function Consequence({ plan, change }: ChangeProps) {
  const { t, language } = useText();
  const price = formatOf(language).money(change.amount, plan.currency);
  const date = useDay({ plan, change });
  return (
    <p className="text-14">
      {change.kind === 'upgrade'
        ? t('orders.plan.now', { price })
        : t('orders.plan.later', { price, date, plan: t(`orders.product.${plan.product}`) })}
    </p>
  );
}

function Confirm({ plan, change }: ChangeProps) {
  const { t, language } = useText();
  const date = useDay({ plan, change });
  return change.kind === 'upgrade'
    ? t('orders.plan.payNow', { price: formatOf(language).money(change.amount, plan.currency) })
    : t('orders.plan.changeOn', { date });
}
