import { PlanSection } from '#islands/orders/PlanSection.tsx';
import { SignInFirst } from '#islands/orders/SignInFirst.tsx';
import { RetryNote, PricingLink } from '#islands/pay/OrderNote.tsx';
import { Spinner } from '#islands/shared/Spinner.tsx';
import { useText } from '#islands/shared/text.tsx';
import { $orders, loadOrders, type OrdersState, loadMoreOrders } from '#stores/orders/orders.ts';
import { $plan, loadPlan } from '#stores/orders/subscription.ts';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { OrderItem } from '#islands/orders/OrderItem.tsx';
import { Problem } from '#islands/shared/Problem.tsx';
import { Button } from '#islands/shared/Button.tsx';

type Props = Extract<OrdersState, { state: 'shown' }>;

/** The user's plan, and below it all orders. Both come at once, so that no link moves under a finger. */
export function OrdersPage() {
  const { t } = useText();
  const orders = useStore($orders);
  const plan = useStore($plan);
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    void loadOrders();
    void loadPlan({ change: query.get('change'), card: query.get('card') });
  }, []);
  switch (orders.state) {
    case 'loading':
      return <Loading />;
    case 'visitor':
      return (
        <div className="max-w-130">
          <SignInFirst />
        </div>
      );
    case 'failed':
      return (
        <div className="grid max-w-130 gap-4">
          <h1 className="text-28">{t('orders.heading')}</h1>
          <RetryNote problem={orders.problem} onRetry={() => void loadOrders()} />
        </div>
      );
    case 'shown':
      if (plan.state === 'loading') return <Loading />;
      return (
        <div className="grid gap-8">
          <h1 className="text-28">{t('orders.heading')}</h1>
          <PlanSection />
          <OrderList {...orders} />
        </div>
      );
  }
}

function Loading() {
  const { t } = useText();
  return <Spinner label={t('orders.loading')} />;
}

/** All orders, newest first. */
function OrderList({ items, hasMore, isLoadingMore, problem }: Props) {
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
