import { payPartOf } from '#domain/orders/orderPaths.ts';
import { AddressIsland } from '#islands/pay/AddressIsland.tsx';
import { NewOrder } from '#islands/pay/NewOrder.tsx';
import { MissingOrder } from '#islands/pay/OrderNote.tsx';
import { OrderPages } from '#islands/pay/OrderPages.tsx';
import type { PageText } from '#islands/shared/text.tsx';
import { useState } from 'react';

/** The payment pages: a new order, or the payment of an existing one, by the path. */
export function Pay(text: PageText) {
  return (
    <AddressIsland text={text} loading="pay.loading">
      <Content />
    </AddressIsland>
  );
}

function Content() {
  const [part] = useState(() => payPartOf(location.pathname));
  if (part === undefined) return <MissingOrder />;
  return part.kind === 'new' ? <NewOrder /> : <OrderPages part={part} />;
}
