import type { Order } from '#contract/orders/orders.ts';
import { refundDays } from '#domain/orders/refunds.ts';
import { withdrawOrderPath } from '#domain/orders/withdrawals.ts';
import { formatOf } from '#i18n/format.ts';
import { Problem } from '#islands/shared/Problem.tsx';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import {
  $refundForm,
  type RefundForm,
  closeRefund,
  confirmRefund,
  openRefund,
} from '#stores/orders/ordersRefund.ts';
import { useStore } from '@nanostores/react';

/** Offers a refund of an order that may get one. The user sees the amount before confirming. */
export function RefundAction({ order }: { order: Order }) {
  const { t } = useText();
  const form = useStore($refundForm);
  const { id, kind, state, paid } = order;
  if (state !== 'fulfilled' || kind === 'renewal' || !isRecent(paid)) return null;
  const own = form?.order === id ? form : undefined;
  return (
    <>
      <Button
        look="quiet"
        aria-describedby={id}
        aria-expanded={own !== undefined}
        onClick={() => (own ? closeRefund() : void openRefund(id))}
      >
        {t('orders.refund.ask')}
      </Button>
      {own && <RefundPanel form={own} />}
    </>
  );
}

/** Hides the button for old orders. The server decides, by its own clock. */
function isRecent(paid: string | null): boolean {
  return paid !== null && Date.now() - new Date(paid).getTime() <= refundDays * 86_400_000;
}

function RefundPanel({ form }: { form: RefundForm }) {
  const { t, language } = useText();
  return (
    <div className="grid w-full gap-3 border-t border-line pt-3">
      {form.state === 'loading' && <p>{t('orders.refund.loading')}</p>}
      {form.state === 'failed' && <Problem problem={form.problem} />}
      {form.state === 'shown' && <Offer form={form} />}
      {form.state === 'shown' && form.mayWithdraw && (
        <p className="text-14">
          <a className="underline" href={withdrawOrderPath(language, form.order)}>
            {t('orders.refund.withdraw')}
          </a>
        </p>
      )}
    </div>
  );
}

function Offer({ form }: { form: Extract<RefundForm, { state: 'shown' }> }) {
  const { t, language } = useText();
  const { offer, currency, sending, problem } = form;
  if (offer.kind === 'refusal') {
    return (
      <>
        <output>{t(`orders.refund.refusal.${offer.refusal}`, { days: refundDays })}</output>
        <Problem problem={problem} />
      </>
    );
  }
  const amount = formatOf(language).money(offer.amount, currency);
  return (
    <>
      <output>{t('orders.refund.offer', { amount, count: offer.credits })}</output>
      <Problem problem={problem} />
      <div className="flex flex-wrap gap-2">
        <Button disabled={sending} onClick={() => void confirmRefund()}>
          {t(sending ? 'orders.plan.sending' : 'orders.refund.confirm', { amount })}
        </Button>
        <Button look="quiet" onClick={closeRefund}>
          {t('orders.refund.keep')}
        </Button>
      </div>
    </>
  );
}
