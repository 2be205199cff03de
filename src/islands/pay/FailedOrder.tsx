import type { Order } from '#contract/orders/orders.ts';
import { newOrderPath, retryPayPath } from '#domain/orders/orderPaths.ts';
import { HomeLink, OrderNote } from '#islands/pay/OrderNote.tsx';
import { useText } from '#islands/shared/text.tsx';

/** The page of a payment that failed or did not arrive in time. */
export function FailedOrder({ order }: { order: Order }) {
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
