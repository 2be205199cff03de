import { type OrdersPart, ordersPartOf } from '#domain/orderPaths.ts';
import { OrdersPage } from '#islands/orders/OrdersPage.tsx';
import { ReceiptPage } from '#islands/orders/ReceiptPage.tsx';
import { MissingOrder } from '#islands/pay/Note.tsx';
import { useAwake } from '#islands/shared/Awake.tsx';
import { Spinner } from '#islands/shared/Spinner.tsx';
import { type PageText, TextProvider, useText } from '#islands/shared/text.tsx';
import { useState } from 'react';

/** The buyer's orders of a language; its content depends on the path. */
export function Orders(text: PageText) {
  const awake = useAwake();
  return <TextProvider {...text}>{awake ? <Content /> : <Loading />}</TextProvider>;
}

function Content() {
  const [part] = useState((): OrdersPart | undefined => ordersPartOf(location.pathname));
  if (part === undefined) return <MissingOrder />;
  return part.kind === 'list' ? <OrdersPage /> : <ReceiptPage order={part.order} />;
}

/** Nothing comes without script: the page says so. */
function Loading() {
  const { t } = useText();
  return (
    <div className="needs-script">
      <Spinner label={t('orders.loading')} />
    </div>
  );
}
