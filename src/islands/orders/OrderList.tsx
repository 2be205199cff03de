import { OrderItem } from '#islands/orders/OrderItem.tsx';
import { PricingLink } from '#islands/pay/OrderNote.tsx';
import { Problem } from '#islands/shared/Problem.tsx';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import { type OrdersState, loadMoreOrders } from '#stores/orders/orders.ts';

type Props = Extract<OrdersState, { state: 'shown' }>;

/** All orders, newest first. */
export function OrderList({ items, hasMore, isLoadingMore, problem }: Props) {
  const { t } = useText();
  if (items.length === 0) {
    return (
      <div className="grid justify-items-start gap-4">
        <p>{t('orders.empty')}</p>
        <PricingLink />
      </div>
    );
  }
  return (
    <section aria-labelledby="orders" className="grid gap-3">
      <h2 id="orders" className="text-18">
        {t('orders.list.title')}
      </h2>
      <ul className="grid gap-3">
        {items.map((order) => (
          <OrderItem key={order.id} order={order} />
        ))}
      </ul>
      <Problem problem={problem} />
      {hasMore && (
        <Button look="quiet" disabled={isLoadingMore} onClick={() => void loadMoreOrders()}>
          {isLoadingMore ? t('orders.loading') : t(problem ? 'pay.again' : 'orders.older')}
        </Button>
      )}
    </section>
  );
}
