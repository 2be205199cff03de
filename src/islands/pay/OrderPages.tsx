import { MissingOrder, RetryNote, HomeLink, OrderNote } from '#islands/pay/OrderNote.tsx';
import { PayOrder } from '#islands/pay/PayOrder.tsx';
import { PaidOrder } from '#islands/pay/PaidOrder.tsx';
import { usePageRestore } from '#islands/pay/usePageRestore.ts';
import { Spinner } from '#islands/shared/Spinner.tsx';
import { useText } from '#islands/shared/text.tsx';
import { goTo } from '#stores/browser/navigation.ts';
import { $order, type OrderPart, openOrder, resumeOrder } from '#stores/orders/ordersPay.ts';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Order } from '#contract/orders/orders.ts';
import { newOrderPath, retryPayPath } from '#domain/orders/orderPaths.ts';

/** The pages of an existing order: payment, success, failure. */
export function OrderPages({ part }: { part: OrderPart }) {
  const { t, language } = useText();
  const page = useStore($order);
  useEffect(() => openOrder({ part, search: location.search, language }), [part, language]);
  usePageRestore(resumeOrder);
  switch (page.state) {
    case 'loading':
      return <Spinner label={t('pay.loading')} />;
    case 'missing':
      return <MissingOrder />;
    case 'failed':
      return <RetryNote problem={page.problem} onRetry={reload} />;
    case 'shown':
      if (part.kind === 'success') return <PaidOrder order={page.order} />;
      if (part.kind === 'failed') return <FailedOrder order={page.order} />;
      return <PayOrder page={page} />;
  }
}

function reload(): void {
  goTo(location.pathname + location.search);
}

/** The page of a payment that failed or did not arrive in time. */
function FailedOrder({ order }: { order: Order }) {
  const { t, language } = useText();
  const isExpired = order.state === 'expired';
  const retry = isExpired
    ? newOrderPath(language, order.product, order.currency)
    : retryPayPath(language, order.id);
  return (
    <OrderNote title={t('pay.failed.heading')} tone="text-negative" text={t('pay.failed.text')}>
      <p className="text-soft">
        <span>{t('pay.failed.nothing')}</span> {isExpired && <span>{t('pay.failed.expired')}</span>}
      </p>
      <a className="button" href={retry}>
        {t('pay.failed.retry')}
      </a>
      <HomeLink />
    </OrderNote>
  );
}
