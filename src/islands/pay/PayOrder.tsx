import type { Checkout } from '#contract/orders.ts';
import type { PaymentMethod } from '#domain/payments.ts';
import { contactPath } from '#domain/urls.ts';
import { formatOf } from '#i18n/format.ts';
import { MethodChoice } from '#islands/pay/MethodChoice.tsx';
import { HomeLink, Note, Problem } from '#islands/pay/Note.tsx';
import { PriceLines } from '#islands/pay/PriceLines.tsx';
import { ScanCode } from '#islands/pay/ScanCode.tsx';
import { Spinner } from '#islands/shared/Spinner.tsx';
import { useText } from '#islands/shared/text.tsx';
import { type ShownOrder, chooseOtherMethod, payBy } from '#stores/orders/ordersPay.ts';
import { useState } from 'react';

/** An order that waits for its payment. */
export function PayOrder({ page }: { page: ShownOrder }) {
  const { t } = useText();
  const { order, checkout, activity } = page;
  if (order.state === 'quarantined') return <Checking />;
  if (order.processing) return <Processing />;
  if (activity === 'opening') return <Spinner label={t('pay.order.opening')} />;
  return (
    <div className="grid gap-6">
      <h1 className="text-22">{t('pay.order.heading')}</h1>
      {checkout === undefined ? (
        <ChooseMethod page={page} />
      ) : (
        <OpenCheckout page={page} checkout={checkout} />
      )}
    </div>
  );
}

/** The provider has begun to take the payment: a second one would be charged, too. */
function Processing() {
  const { t } = useText();
  return (
    <output>
      <Note title={t('pay.order.processing')} text={t('pay.order.processingText')}>
        <HomeLink />
      </Note>
    </output>
  );
}

/** The received amount differs from the order's. */
function Checking() {
  const { t, language } = useText();
  return (
    <Note title={t('pay.order.checking')} text={t('pay.order.checkingText')}>
      <a className="button" href={contactPath(language)}>
        {t('pay.order.contact')}
      </a>
      <HomeLink />
    </Note>
  );
}

function ChooseMethod({ page: { order, error } }: { page: ShownOrder }) {
  const { t, language } = useText();
  const [chosen, choose] = useState<PaymentMethod | undefined>(
    () => order.methods.find((method) => method === order.method) ?? order.methods[0],
  );
  return (
    <>
      <PriceLines offer={order} method={chosen} />
      <MethodChoice methods={order.methods} chosen={chosen} choose={choose} />
      <Problem message={error} />
      <button
        type="button"
        className="button"
        disabled={chosen === undefined}
        onClick={() => chosen && void payBy(chosen, language)}
      >
        {t('pay.order.pay', { price: formatOf(language).money(order.amount, order.currency) })}
      </button>
    </>
  );
}

type OpenProps = { page: ShownOrder; checkout: Checkout | 'begun' };

function OpenCheckout({ page: { order, error }, checkout }: OpenProps) {
  const { t, language } = useText();
  const { method } = order;
  const other = order.methods.length > 1 && (
    <button type="button" className="button button-quiet" onClick={chooseOtherMethod}>
      {t('pay.order.other')}
    </button>
  );
  if (checkout !== 'begun' && checkout.kind === 'scan') {
    return (
      <>
        <ScanCode order={order} checkout={checkout} onExpired={chooseOtherMethod} />
        {other}
      </>
    );
  }
  return (
    <>
      <PriceLines offer={order} method={method ?? undefined} />
      <output>{t('pay.order.open')}</output>
      <Problem message={error} />
      <button
        type="button"
        className="button"
        onClick={() => method && void payBy(method, language)}
      >
        {t('pay.order.continue')}
      </button>
      {other}
    </>
  );
}
