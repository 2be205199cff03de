import { ordersPath, receiptPath } from '#domain/orders/orderPaths.ts';
import { isPlan } from '#domain/plans/planTerms.ts';
import { refundDays } from '#domain/orders/refunds.ts';
import { hasWithdrawal } from '#domain/orders/sellerLaw.ts';
import { policyPath } from '#domain/site/sitePaths.ts';
import { withdrawOrderPath } from '#domain/orders/withdrawals.ts';
import { formatOf } from '#i18n/format.ts';
import { longDay } from '#i18n/longDates.ts';
import { translator } from '#i18n/translate.ts';
import type { MailPart } from '#server/services/mail/layout.ts';
import type { MailInput } from '#server/services/orders/mails/moneyMailMessage.ts';
import type { OrderRow } from '#server/services/orders/order.ts';

/**
 * Returns the confirmation of a contract on a durable medium: what was bought, for how much, how long it runs and how it
 * ends, which rights there are, and the terms.
 */
export function confirmationParts(
  { config, chosen, values }: MailInput,
  order: OrderRow,
  link: (path: string, key: string) => MailPart,
): MailPart[] {
  const t = translator(chosen, 'mail');
  const { money, number } = formatOf(chosen);
  const { id, product, credits, currency, following, periodEnds, paid, waived } = order;
  const { operator } = config;
  const day = longDay(chosen, paid ?? order.created);
  const all = {
    ...values,
    day,
    receipt: String(order.receiptNumber ?? ''),
    next: money(following, currency),
    days: String(refundDays),
    seller: (operator.seller ?? '').replaceAll(/\s*\n\s*/g, ', '),
    support: operator.supportEmail ?? '',
    credits: number(credits),
  };
  const text = (key: string): MailPart => ({ text: t(`money.ordered.${key}`, all) });
  const runs = isPlan(product) ? (periodEnds === null ? 'prepaid' : 'renews') : 'pack';
  const canWithdraw = hasWithdrawal(operator.sellerCountry);
  return [
    text('intro'),
    text('facts'),
    text(isPlan(product) ? (product.startsWith('basic') ? 'weekly' : 'monthly') : 'once'),
    text('total'),
    text(runs),
    ...(waived === null ? [] : [text('waived')]),
    ...(canWithdraw ? [text('withdrawal'), link(withdrawOrderPath(chosen, id), 'withdraw')] : []),
    ...(operator.seller === undefined ? [] : [text('seller')]),
    ...(operator.supportEmail === undefined ? [] : [text('support')]),
    link(receiptPath(chosen, id), 'receipt'),
    link(ordersPath(chosen), 'orders'),
    link(policyPath(chosen, 'terms'), 'terms'),
    link(policyPath(chosen, 'refunds'), 'refunds'),
    text('keep'),
  ];
}
