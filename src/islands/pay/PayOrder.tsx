import type { Checkout } from '#contract/orders/orders.ts';
import type { PaymentMethod } from '#domain/orders/payments.ts';
import { contactPath } from '#domain/site/sitePaths.ts';
import { formatOf } from '#i18n/format.ts';
import { MethodChoice } from '#islands/pay/MethodChoice.tsx';
import { HomeLink, OrderNote } from '#islands/pay/OrderNote.tsx';
import { PriceLines } from '#islands/pay/PriceLines.tsx';
import { ScanCode } from '#islands/pay/ScanCode.tsx';
import { Problem } from '#islands/shared/Problem.tsx';
import { Spinner } from '#islands/shared/Spinner.tsx';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import { type ShownOrder, chooseOtherMethod, payBy } from '#stores/orders/ordersPay.ts';
import { useState } from 'react';

/** The page of an order that is not paid yet. */
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

/** The provider is processing the payment. The page offers no second payment, because it would be charged too. */
function Processing() {
  const { t } = useText();
  return (
    <output>
      <OrderNote title={t('pay.order.processing')} text={t('pay.order.processingText')}>
        <HomeLink />
      </OrderNote>
    </output>
  );
}

/** The received amount differs from the order's, so the operator checks it. */
function Checking() {
  const { t, language } = useText();
  return (
    <OrderNote title={t('pay.order.checking')} text={t('pay.order.checkingText')}>
      <a className="button" href={contactPath(language)}>
        {t('pay.order.contact')}
      </a>
      <HomeLink />
    </OrderNote>
  );
}

function ChooseMethod({ page: { order, error } }: { page: ShownOrder }) {
  const { t, language } = useText();
  const [chosen, setChosen] = useState<PaymentMethod | undefined>(
    () => order.methods.find((method) => method === order.method) ?? order.methods[0],
  );
  return (
    <>
      <PriceLines offer={order} method={chosen} />
      <MethodChoice methods={order.methods} chosen={chosen} onChoose={setChosen} />
      <Problem problem={error} />
      <Button
        disabled={chosen === undefined}
        onClick={() => chosen && void payBy(chosen, language)}
      >
        {t('pay.order.pay', { price: formatOf(language).money(order.amount, order.currency) })}
      </Button>
    </>
  );
}

type OpenProps = { page: ShownOrder; checkout: Checkout | 'begun' };

function OpenCheckout({ page: { order, error }, checkout }: OpenProps) {
  const { t, language } = useText();
  const { method } = order;
  const other = order.methods.length > 1 && (
    <Button look="quiet" onClick={chooseOtherMethod}>
      {t('pay.order.other')}
    </Button>
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
      <Problem problem={error} />
      <Button onClick={() => method && void payBy(method, language)}>
        {t('pay.order.continue')}
      </Button>
      {other}
    </>
  );
}
