import type { RenewingPlan } from '#contract/orders/subscription.ts';
import { formatOf } from '#i18n/format.ts';
import { MovedParts } from '#islands/pay/PlaceNote.tsx';
import { RadioGroup } from '#islands/pay/RadioGroup.tsx';
import { Waiver } from '#islands/pay/Waiver.tsx';
import { Problem } from '#islands/shared/Problem.tsx';
import { Button } from '#islands/shared/Button.tsx';
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

/** A choice of other plans with their prices, and the cost and start of the chosen change. */
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
      <RadioGroup
        legend={t('orders.plan.pick')}
        name="plan"
        options={plan.changes.map(({ product, amount }) => ({
          value: product,
          title: t(`orders.product.${product}`),
          text: money(amount, plan.currency),
        }))}
        chosen={chosen?.product}
        onChoose={(product) => {
          const change = plan.changes.find((each) => each.product === product);
          if (change) choosePlan(change);
        }}
      />
      <div aria-live="polite">{chosen && <Consequence plan={plan} change={chosen} />}</div>
      {chosen?.kind === 'upgrade' && plan.needs_waiver && (
        <Waiver isChecked={waives} onChange={setPlanWaiver} />
      )}
      <Problem problem={page.problem} />
      <div className="flex flex-wrap gap-2">
        {chosen && (
          <button type="submit" className="button" disabled={page.sending}>
            {page.sending ? (
              <span>{t('orders.plan.sending')}</span>
            ) : (
              <ConfirmText plan={plan} change={chosen} />
            )}
          </button>
        )}
        <Button look="quiet" onClick={closePlanDialog}>
          {t('orders.plan.back')}
        </Button>
      </div>
    </form>
  );
}

type ChangeProps = { plan: RenewingPlan; change: PlanChange };

/** Returns the day on which a change starts, in words. Without a day of its own it is the end of the paid period. */
function useStartDay({ plan, change }: ChangeProps): string {
  const { language } = useText();
  return formatOf(language).day((change.from ?? plan.period.ends).slice(0, 10));
}

function Consequence({ plan, change }: ChangeProps) {
  const { t, language } = useText();
  const price = formatOf(language).money(change.amount, plan.currency);
  const date = useStartDay({ plan, change });
  return (
    <div className="grid gap-2 text-14">
      <p>
        {change.kind === 'upgrade'
          ? t('orders.plan.now', { price })
          : t('orders.plan.later', { price, date, plan: t(`orders.product.${plan.product}`) })}
      </p>
      <MovedParts parts={change.moved} renews />
    </div>
  );
}

function ConfirmText({ plan, change }: ChangeProps) {
  const { t, language } = useText();
  const date = useStartDay({ plan, change });
  const text =
    change.kind === 'upgrade'
      ? t('orders.plan.payNow', { price: formatOf(language).money(change.amount, plan.currency) })
      : t('orders.plan.changeOn', { date });
  return <span>{text}</span>;
}
