import type { Order } from '#contract/orders.ts';
import { isPlan, isPro } from '#domain/planTerms.ts';
import { chatShellPath } from '#domain/urls.ts';
import { formatOf } from '#i18n/format.ts';
import { HomeLink, Note } from '#islands/pay/Note.tsx';
import { useText } from '#islands/shared/text.tsx';
import { $account } from '#stores/user.ts';
import { useStore } from '@nanostores/react';

/** A payment that succeeded, or whose confirmation is on its way. */
export function PaidOrder({ order }: { order: Order }) {
  const { t, language } = useText();
  if (order.state === 'refunded') {
    return (
      <Note title={t('pay.success.refunded')} text={t('pay.success.refundedText')}>
        <HomeLink />
      </Note>
    );
  }
  if (order.state !== 'fulfilled') {
    return (
      <output>
        <Note title={t('pay.success.waiting')} text={t('pay.success.waitingText')}>
          <HomeLink />
        </Note>
      </output>
    );
  }
  return (
    <Note title={t('pay.success.heading')} tone="text-positive">
      <Granted order={order} />
      <a className="button" href={chatShellPath(language)}>
        {t('pay.success.chat')}
      </a>
      <HomeLink />
    </Note>
  );
}

/** What the buyer has now, and until when. */
function Granted({ order: { product, credits, period } }: { order: Order }) {
  const { t, language } = useText();
  const { number, day } = formatOf(language);
  const account = useStore($account);
  const amount = number(credits);
  return (
    <div className="grid gap-2">
      <p className="text-18 font-semibold">{t(`orders.product.${product}`)}</p>
      {!isPlan(product) && <p>{t('pay.success.pack', { amount })}</p>}
      {isPlan(product) && (
        <p>
          {t(isPro(product) ? 'pay.success.month' : 'pay.success.week', { amount })}{' '}
          {period && t('pay.success.until', { date: day(period.ends.slice(0, 10)) })}
        </p>
      )}
      <p className="min-h-6 text-soft">
        {account && t('pay.success.balance', { amount: number(account.credit ?? 0) })}
      </p>
    </div>
  );
}
