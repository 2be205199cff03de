import type { Order } from '#contract/orders/orders.ts';
import { newOrderPath, payPath, receiptPath, retryPayPath } from '#domain/orders/orderPaths.ts';
import { mayBePaid } from '#domain/orders/orders.ts';
import { RefundAction } from '#islands/orders/RefundAction.tsx';
import { useText } from '#islands/shared/text.tsx';

/** The actions on an order. Screen readers read each action with the name of the order. */
export function OrderActions({ order }: { order: Order }) {
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      <PayLink order={order} />
      <ReceiptLink order={order} />
      <RefundAction order={order} />
    </div>
  );
}

/** Leads to the payment of an unpaid order. For an expired one it leads to a new order of the same product. */
function PayLink({ order }: { order: Order }) {
  const { t, language } = useText();
  const { id, kind, state, product, currency, methods } = order;
  if (kind !== 'purchase' || methods.length === 0) return null;
  const link = (path: string, name: string) => (
    <a className="button button-quiet" href={path} aria-describedby={id}>
      {name}
    </a>
  );
  if (state === 'expired')
    return link(newOrderPath(language, product, currency), t('orders.action.order'));
  if (!mayBePaid(state)) return null;
  if (state === 'failed') return link(retryPayPath(language, id), t('orders.action.retry'));
  return link(payPath(language, id), t('orders.action.pay'));
}

function ReceiptLink({ order: { id, receipt_number: number } }: { order: Order }) {
  const { t, language } = useText();
  if (number === null) return null;
  return (
    <a className="button button-quiet" href={receiptPath(language, id)} aria-describedby={id}>
      {t('orders.action.receipt')}
    </a>
  );
}
