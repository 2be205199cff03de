import type { Order } from '#contract/orders.ts';
import type { Receipt } from '#contract/receipts.ts';
import { formatOf } from '#i18n/format.ts';
import { useText } from '#islands/shared/text.tsx';

/** The product with its regular price, each reduction, the total, and the tax in it. */
export function ReceiptLines({ receipt }: { receipt: Receipt }) {
  const { t, language } = useText();
  const { money, percent } = formatOf(language);
  const { order, tax, tax_note: note } = receipt;
  const { currency, steps, amount } = order;
  const show = (value: number) => money(value, currency);
  return (
    <div>
      <table className="w-full text-start">
        <thead className="text-14 text-soft">
          <tr className="border-b border-line">
            <th scope="col" className={`${cell} text-start font-normal`}>
              {t('orders.receipt.item')}
            </th>
            <th scope="col" className={`${cell} text-end font-normal`}>
              {t('orders.receipt.price')}
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td className={cell}>
              {t(`orders.product.${order.product}`)}
              <Period order={order} />
            </td>
            <td className={sum}>{show(order.regular)}</td>
          </tr>
          {steps.map(({ kind, percent_off: off, amount: left }, index) => (
            <tr key={kind} className="text-14 text-soft">
              <td className={cell}>{t(`pay.price.${kind}`, { percent: percent(off) })}</td>
              <td
                className={sum}
              >{`−${show((steps[index - 1]?.amount ?? order.regular) - left)}`}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t border-line text-18 font-semibold">
            <th scope="row" className={`${cell} text-start`}>
              {t('pay.price.total')}
            </th>
            <td className={sum}>{show(amount)}</td>
          </tr>
          {tax && (
            <tr className="text-14 text-soft">
              <th scope="row" className={`${cell} text-start font-normal`}>
                {t('orders.receipt.tax', { percent: percent(tax.percent) })}
              </th>
              <td className={sum}>{show(tax.amount)}</td>
            </tr>
          )}
          <Refunds receipt={receipt} />
        </tfoot>
      </table>
      {note !== null && <p className="mt-2 text-14 text-soft">{note}</p>}
    </div>
  );
}

/** Refunds, done or under way, and the rest of the price. */
function Refunds({ receipt: { refunds, order } }: { receipt: Receipt }) {
  const { t, language } = useText();
  const { money, day } = formatOf(language);
  if (refunds.length === 0) return null;
  const returned = refunds.reduce((total, { amount }) => total + amount, 0);
  return (
    <>
      {refunds.map(({ amount, created, finished }) => (
        <tr key={created} className="border-t border-line text-14 text-soft">
          <th scope="row" className={`${cell} text-start font-normal`}>
            {t(finished === null ? 'orders.receipt.refunding' : 'orders.receipt.refunded', {
              date: day((finished ?? created).slice(0, 10)),
            })}
          </th>
          <td className={sum}>{`−${money(amount, order.currency)}`}</td>
        </tr>
      ))}
      <tr className="font-semibold">
        <th scope="row" className={`${cell} text-start`}>
          {t('orders.receipt.remaining')}
        </th>
        <td className={sum}>{money(order.amount - returned, order.currency)}</td>
      </tr>
    </>
  );
}

/** The time that a plan is paid for. */
function Period({ order: { period } }: { order: Order }) {
  const { language } = useText();
  if (!period) return null;
  const { span } = formatOf(language);
  return (
    <span className="block text-14 text-soft">
      {span(period.starts.slice(0, 10), period.ends.slice(0, 10))}
    </span>
  );
}

const cell = 'py-1.5 align-top';
const sum = `${cell} ps-4 text-end whitespace-nowrap tabular-nums`;
