import { type PayPart, payPartOf } from '#domain/orderPaths.ts';
import { NewOrder } from '#islands/pay/NewOrder.tsx';
import { MissingOrder } from '#islands/pay/Note.tsx';
import { OrderPages } from '#islands/pay/OrderPages.tsx';
import { useAwake } from '#islands/shared/Awake.tsx';
import { Spinner } from '#islands/shared/Spinner.tsx';
import { type PageText, TextProvider, useText } from '#islands/shared/text.tsx';
import { useState } from 'react';

/** The pages of payment of a language; what it shows depends on the path. */
export function Pay(text: PageText) {
  const awake = useAwake();
  return <TextProvider {...text}>{awake ? <Content /> : <Loading />}</TextProvider>;
}

function Content() {
  const [part] = useState((): PayPart | undefined => payPartOf(location.pathname));
  if (part === undefined) return <MissingOrder />;
  return part.kind === 'new' ? <NewOrder /> : <OrderPages part={part} />;
}

/** Nothing comes without script: the page says so. */
function Loading() {
  const { t } = useText();
  return (
    <div className="needs-script">
      <Spinner label={t('pay.loading')} />
    </div>
  );
}
