import type { Order } from '#contract/orders/orders.ts';
import type { OrderState } from '#domain/orders/orders.ts';
import { formatOf } from '#i18n/format.ts';
import { OrderActions } from '#islands/orders/OrderActions.tsx';
import { useText } from '#islands/shared/text.tsx';

/** One order: product, date, price, state and actions. */
export function OrderItem({ order }: { order: Order }) {
  const { t, language } = useText();
  const { money, day, number } = formatOf(language);
  const { kind, method, state, receipt_number: receiptNumber } = order;
  const facts = [
    day((order.paid ?? order.created).slice(0, 10)),
    ...(kind === 'purchase' ? [] : [t(`orders.kind.${kind}`)]),
    ...(method === null ? [] : [t(`pay.method.${method}`)]),
    ...(receiptNumber === null
      ? []
      : [t('orders.receiptNumber', { number: number(receiptNumber) })]),
  ];
  return (
    <li className="grid gap-2 rounded-large border border-line bg-raised p-4">
      <div className="flex items-baseline justify-between gap-x-4">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <h3 id={order.id} className="text-16 font-semibold">
            {t(`orders.product.${order.product}`)}
          </h3>
          <p className={`rounded-full bg-sunken px-2.5 text-14 font-medium ${tones[state]}`}>
            {t(`orders.state.${state}`)}
          </p>
        </div>
        <p className="shrink-0 font-semibold tabular-nums">{money(order.amount, order.currency)}</p>
      </div>
      <p className="flex flex-wrap gap-x-3 gap-y-1 text-14 text-soft">
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
      <OrderActions order={order} />
    </li>
  );
}

const tones: Readonly<Record<OrderState, string>> = {
  created: 'text-soft',
  pending: 'text-soft',
  paid: 'text-positive',
  fulfilled: 'text-positive',
  failed: 'text-negative',
  expired: 'text-soft',
  refunded: 'text-soft',
  quarantined: 'text-soft',
};
