import type { Order } from '#contract/orders.ts';
import { newOrderPath, retryPayPath } from '#domain/orderPaths.ts';
import { HomeLink, Note } from '#islands/pay/Note.tsx';
import { useText } from '#islands/shared/text.tsx';

/** A payment that failed, or did not come in time. */
export function FailedOrder({ order }: { order: Order }) {
  const { t, language } = useText();
  const isExpired = order.state === 'expired';
  const retry = isExpired
    ? newOrderPath(language, order.product, order.currency)
    : retryPayPath(language, order.id);
  return (
    <Note title={t('pay.failed.heading')} tone="text-negative" text={t('pay.failed.text')}>
      <p className="text-soft">
        {t('pay.failed.nothing')} {isExpired && t('pay.failed.expired')}
      </p>
      <a className="button" href={retry}>
        {t('pay.failed.retry')}
      </a>
      <HomeLink />
    </Note>
  );
}
