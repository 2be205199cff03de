import type { Order } from '#contract/orders/orders.ts';
import { isPlan, isPro } from '#domain/plans/planTerms.ts';
import { receiptPath } from '#domain/orders/orderPaths.ts';
import { chatShellPath } from '#domain/chat/chatPaths.ts';
import { spaceAfter } from '#domain/texts/joinSentences.ts';
import { formatOf } from '#i18n/format.ts';
import { HomeLink, OrderNote } from '#islands/pay/OrderNote.tsx';
import { useText } from '#islands/shared/text.tsx';
import { useAccount } from '#islands/shared/useAccount.ts';
import { lastChatPath } from '#stores/route/lastChat.ts';

/** The page of a payment that succeeded, was refunded, or is not confirmed yet. */
export function PaidOrder({ order }: { order: Order }) {
  const { t } = useText();
  if (order.state === 'refunded') {
    return (
      <OrderNote title={t('pay.success.refunded')} text={t('pay.success.refundedText')}>
        <ReceiptLink order={order} />
        <HomeLink />
      </OrderNote>
    );
  }
  if (order.state !== 'fulfilled') {
    return (
      <output>
        <OrderNote title={t('pay.success.waiting')} text={t('pay.success.waitingText')}>
          <HomeLink />
        </OrderNote>
      </output>
    );
  }
  return (
    <OrderNote title={t('pay.success.heading')} tone="text-positive">
      <Granted order={order} />
      <ChatLink />
      <ReceiptLink order={order} />
      <HomeLink />
    </OrderNote>
  );
}

/** Leads back to the chat from which the buyer came, with its model and draft; else to a new one. */
function ChatLink() {
  const { t, language } = useText();
  const last = lastChatPath();
  return (
    <a className="button" href={last ?? chatShellPath(language)}>
      {t(last === undefined ? 'pay.success.chat' : 'pay.success.back')}
    </a>
  );
}

function ReceiptLink({ order }: { order: Order }) {
  const { t, language } = useText();
  return (
    <a className="button button-quiet" href={receiptPath(language, order.id)}>
      {t('pay.success.receipt')}
    </a>
  );
}

/** The plan or the credits that the buyer got, and when they end. */
function Granted({ order }: { order: Order }) {
  const { product, credits, period, method, renewing } = order;
  const { t, language } = useText();
  const { number, day } = formatOf(language);
  const account = useAccount();
  const amount = number(credits);
  const renews = method !== null && renewing.includes(method);
  const endKey = renews ? 'pay.success.until' : 'pay.success.ends';
  const rateKey = isPlan(product) && isPro(product) ? 'pay.success.month' : 'pay.success.week';
  const rate = t(rateKey, { amount });
  return (
    <div className="grid gap-2">
      <p className="text-18 font-semibold">{t(`orders.product.${product}`)}</p>
      {!isPlan(product) && <p>{t('pay.success.pack', { amount })}</p>}
      {isPlan(product) && (
        <p>
          <span>{rate}</span>
          {period && (
            <span>{spaceAfter(rate) + t(endKey, { date: day(period.ends.slice(0, 10)) })}</span>
          )}
        </p>
      )}
      <p className="min-h-6 text-soft">
        {account && t('pay.success.balance', { amount: number(account.credit ?? 0) })}
      </p>
    </div>
  );
}
