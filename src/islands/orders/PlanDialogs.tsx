import type { RenewingPlan } from '#contract/orders/subscription.ts';
import { formatOf } from '#i18n/format.ts';
import { ChangeForm } from '#islands/orders/ChangeForm.tsx';
import { Problem } from '#islands/shared/Problem.tsx';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import { type PlanState, cancelPlan, closePlanDialog } from '#stores/orders/subscription.ts';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

type Props = { plan: RenewingPlan; page: Extract<PlanState, { state: 'shown' }> };

/** The dialogs that confirm a cancellation or a change. */
export function PlanDialogs({ plan, page }: Props) {
  const { t } = useText();
  const name = t(`orders.product.${plan.product}`);
  switch (page.dialog?.kind) {
    case undefined:
      return null;
    case 'cancel':
      return (
        <Modal title={t('orders.plan.cancelTitle', { plan: name })}>
          <CancelForm plan={plan} page={page} />
        </Modal>
      );
    case 'change':
      return (
        <Modal title={t('orders.plan.change')}>
          <ChangeForm plan={plan} page={page} dialog={page.dialog} />
        </Modal>
      );
  }
}

function CancelForm({ plan, page }: Props) {
  const { t, language } = useText();
  const date = formatOf(language).day(plan.period.ends.slice(0, 10));
  const isUnpaid = plan.state !== 'active';
  return (
    <div className="grid gap-4">
      <p>{isUnpaid ? t('orders.plan.cancelNow') : t('orders.plan.cancelText', { date })}</p>
      <Problem problem={page.problem} />
      <div className="flex flex-wrap gap-2">
        <Button disabled={page.sending} onClick={() => void cancelPlan()}>
          {t(page.sending ? 'orders.plan.sending' : 'orders.plan.cancel')}
        </Button>
        <Button look="quiet" onClick={closePlanDialog}>
          {t('orders.plan.back')}
        </Button>
      </div>
    </div>
  );
}

/** A modal dialog. After it the focus is on the button that opened it, or on the plan if that button is gone. */
function Modal({ title, children }: { title: string; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // A layout effect closes the dialog before React removes it. A removed dialog cannot give the focus back.
  useLayoutEffect(() => {
    const own = dialog.current;
    if (!own) return undefined;
    const listening = new AbortController();
    own.addEventListener('close', closePlanDialog, { signal: listening.signal });
    own.showModal();
    // The browser would focus the first radio button.
    own.querySelector<HTMLElement>('input:checked')?.focus();
    return () => {
      listening.abort();
      own.close();
      requestAnimationFrame(focusPlan);
    };
  }, []);
  return (
    <dialog ref={dialog} className="dialog max-h-[calc(100dvh-32px)] p-5" aria-labelledby={id}>
      <h2 id={id} className="mb-4 text-18 font-semibold hyphens-auto">
        {title}
      </h2>
      {children}
    </dialog>
  );
}

function focusPlan(): void {
  if (document.activeElement === document.body) document.getElementById('plan')?.focus();
}
