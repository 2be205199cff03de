import type { Order } from '#contract/orders/orders.ts';
import type { Receipt } from '#contract/orders/receipts.ts';
import { formatOf } from '#i18n/format.ts';
import { useText } from '#islands/shared/text.tsx';

/** The table of a receipt: the product with its regular price, each reduction, the total, the included tax, refunds. */
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
              <span>{t(`orders.product.${order.product}`)}</span>
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
          <Line
            className="border-t border-line text-18 font-semibold"
            name={t('pay.price.total')}
            amount={show(amount)}
          />
          {tax && (
            <Line
              className="text-14 text-soft"
              isLight
              name={t('orders.receipt.tax', { percent: percent(tax.percent) })}
              amount={show(tax.amount)}
            />
          )}
          <Refunds receipt={receipt} />
        </tfoot>
      </table>
      {note !== null && <p className="mt-2 text-14 text-soft">{note}</p>}
    </div>
  );
}

/** Refunds, finished or running, and the rest of the price. */
function Refunds({ receipt: { refunds, order } }: { receipt: Receipt }) {
  const { t, language } = useText();
  const { money, day } = formatOf(language);
  if (refunds.length === 0) return null;
  const returned = refunds.reduce((total, { amount }) => total + amount, 0);
  return (
    <>
      {refunds.map(({ amount, created, finished }) => (
        <Line
          key={created}
          className="border-t border-line text-14 text-soft"
          isLight
          name={t(finished === null ? 'orders.receipt.refunding' : 'orders.receipt.refunded', {
            date: day((finished ?? created).slice(0, 10)),
          })}
          amount={`−${money(amount, order.currency)}`}
        />
      ))}
      <Line
        className="font-semibold"
        name={t('orders.receipt.remaining')}
        amount={money(order.amount - returned, order.currency)}
      />
    </>
  );
}

/** `isLight`: the name is not bold, as the heading of a table row is otherwise. */
type LineProps = { name: string; amount: string; className: string; isLight?: boolean };

function Line({ name, amount, className, isLight = false }: LineProps) {
  return (
    <tr className={className}>
      <th scope="row" className={`${cell} text-start${isLight ? ' font-normal' : ''}`}>
        {name}
      </th>
      <td className={sum}>{amount}</td>
    </tr>
  );
}

/** The days that a plan is paid for. */
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
