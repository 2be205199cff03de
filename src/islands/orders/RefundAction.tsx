import type { Order } from '#contract/orders.ts';
import { refundDays } from '#domain/refunds.ts';
import { withdrawOrderPath } from '#domain/withdrawals.ts';
import { formatOf } from '#i18n/format.ts';
import { Problem } from '#islands/pay/Note.tsx';
import { useText } from '#islands/shared/text.tsx';
import {
  $refundForm,
  type RefundForm,
  closeRefund,
  confirmRefund,
  openRefund,
} from '#stores/orders/ordersRefund.ts';
import { useStore } from '@nanostores/react';

/** Asks for a refund of an order, where the rule may give one; the amount stands there before anything happens. */
export function RefundAction({ order }: { order: Order }) {
  const { t } = useText();
  const form = useStore($refundForm);
  const { id, kind, state, paid } = order;
  if (state !== 'fulfilled' || kind === 'renewal' || !isRecent(paid)) return null;
  const own = form?.order === id ? form : undefined;
  return (
    <>
      <button
        type="button"
        className="button button-quiet"
        aria-describedby={id}
        aria-expanded={own !== undefined}
        onClick={() => (own ? closeRefund() : void openRefund(id))}
      >
        {t('orders.refund.ask')}
      </button>
      {own && <RefundPanel form={own} />}
    </>
  );
}

/** Only a hint: the server's clock decides. */
function isRecent(paid: string | null): boolean {
  return paid !== null && Date.now() - new Date(paid).getTime() <= refundDays * 86_400_000;
}

function RefundPanel({ form }: { form: RefundForm }) {
  const { t, language } = useText();
  return (
    <div className="grid w-full gap-3 border-t border-line pt-3">
      {form.state === 'loading' && <p>{t('orders.refund.loading')}</p>}
      {form.state === 'failed' && <Problem message={form.problem} />}
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
        <Problem message={problem} />
      </>
    );
  }
  const amount = formatOf(language).money(offer.amount, currency);
  return (
    <>
      <output>{t('orders.refund.offer', { amount, count: offer.credits })}</output>
      <Problem message={problem} />
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          className="button"
          disabled={sending}
          onClick={() => void confirmRefund()}
        >
          {t(sending ? 'orders.plan.sending' : 'orders.refund.confirm', { amount })}
        </button>
        <button type="button" className="button button-quiet" onClick={closeRefund}>
          {t('orders.refund.keep')}
        </button>
      </div>
    </>
  );
}
