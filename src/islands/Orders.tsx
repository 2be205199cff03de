import { ordersPartOf } from '#domain/orders/orderPaths.ts';
import { OrdersPage } from '#islands/orders/OrdersPage.tsx';
import { ReceiptPage } from '#islands/orders/ReceiptPage.tsx';
import { AddressIsland } from '#islands/pay/AddressIsland.tsx';
import { MissingOrder } from '#islands/pay/OrderNote.tsx';
import type { PageText } from '#islands/shared/text.tsx';
import { useState } from 'react';

/** The list of the user's orders, or one receipt, by the path. */
export function Orders(text: PageText) {
  return (
    <AddressIsland text={text} loading="orders.loading">
      <Content />
    </AddressIsland>
  );
}

function Content() {
  const [part] = useState(() => ordersPartOf(location.pathname));
  if (part === undefined) return <MissingOrder />;
  return part.kind === 'list' ? <OrdersPage /> : <ReceiptPage order={part.order} />;
}
