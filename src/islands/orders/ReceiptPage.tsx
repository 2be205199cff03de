import { ordersPath } from '#domain/orders/orderPaths.ts';
import { BillingForm } from '#islands/orders/BillingForm.tsx';
import { ReceiptPaper } from '#islands/orders/ReceiptPaper.tsx';
import { SignInFirst } from '#islands/orders/SignInFirst.tsx';
import { MissingOrder, RetryNote } from '#islands/pay/OrderNote.tsx';
import { Spinner } from '#islands/shared/Spinner.tsx';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import { $receipt, loadReceipt } from '#stores/orders/receipts.ts';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';

/** A receipt. The actions above it are not printed. */
export function ReceiptPage({ order }: { order: string }) {
  const { t, language } = useText();
  const shown = useStore($receipt);
  const load = (): void => void loadReceipt(order);
  useEffect(load, [order]);
  switch (shown.state) {
    case 'loading':
      return <Spinner label={t('pay.loading')} />;
    case 'visitor':
      return <SignInFirst />;
    case 'missing':
      return <MissingOrder />;
    case 'failed':
      return <RetryNote problem={shown.problem} onRetry={load} />;
    case 'shown':
      return (
        <div className="grid gap-6 print:block">
          <div className="flex flex-wrap items-center gap-3 print:hidden">
            <Button onClick={() => print()}>{t('orders.receipt.print')}</Button>
            <a className="button button-quiet" href={ordersPath(language)}>
              {t('orders.receipt.back')}
            </a>
          </div>
          <BillingForm {...shown} />
          <ReceiptPaper receipt={shown.receipt} />
        </div>
      );
  }
}
