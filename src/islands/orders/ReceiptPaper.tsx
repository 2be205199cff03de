import type { Receipt } from '#contract/orders/receipts.ts';
import { orderNumber } from '#domain/orders/withdrawals.ts';
import { formatOf } from '#i18n/format.ts';
import { ReceiptLines } from '#islands/orders/ReceiptLines.tsx';
import { useText } from '#islands/shared/text.tsx';
import type { ReactNode } from 'react';

/** The receipt as it is printed, on one page. Its days are UTC, so that every print of it has the same days. */
export function ReceiptPaper({ receipt }: { receipt: Receipt }) {
  const { t, language } = useText();
  const { day, number } = formatOf(language);
  const { order, seller, seller_tax_id: taxId, buyer } = receipt;
  const { name, address } = buyer.billing;
  return (
    <article
      aria-labelledby="receipt"
      className="grid gap-6 rounded-large border border-line bg-raised p-4 md:p-8 print:border-0 print:bg-transparent print:p-0"
    >
      <h1 id="receipt" className="text-28 tabular-nums">
        {t('orders.receiptNumber', { number: number(order.receipt_number ?? 0) })}
      </h1>
      <dl className="grid gap-4 md:grid-cols-2 print:grid-cols-2">
        {seller !== null && (
          <Fact name={t('orders.receipt.seller')}>
            <p>{seller}</p>
            {taxId !== null && <p>{t('orders.receipt.taxId', { id: taxId })}</p>}
          </Fact>
        )}
        <Fact name={t('orders.receipt.buyer')}>
          {name !== '' && <p>{name}</p>}
          {address !== '' && <p className="whitespace-pre-line">{address}</p>}
          <p>{buyer.email}</p>
        </Fact>
        <Fact name={t('orders.receipt.paid')}>
          <p>{day((order.paid ?? order.created).slice(0, 10))}</p>
          {order.method !== null && <p>{t(`pay.method.${order.method}`)}</p>}
        </Fact>
        <Fact name={t('orders.receipt.ordered')}>
          <p>{day(order.created.slice(0, 10))}</p>
          <p className="text-14 text-soft">
            {t('orders.receipt.orderNumber', { number: orderNumber(order.id) })}
          </p>
        </Fact>
      </dl>
      <ReceiptLines receipt={receipt} />
    </article>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-14 text-soft">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
