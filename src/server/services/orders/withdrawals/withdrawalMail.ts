import { refundDays } from '#domain/orders/refunds.ts';
import { orderNumber } from '#domain/orders/withdrawals.ts';
import { formatOf } from '#i18n/format.ts';
import { longDay, longMoment } from '#i18n/longDates.ts';
import { translator } from '#i18n/translate.ts';
import type { Platform } from '#server/context.ts';
import type { orderWithdrawal } from '#server/db/schema/refunds.ts';
import type { Mail } from '#server/gateways/mail/mail.ts';
import { layOutMail } from '#server/services/mail/layout.ts';
import type { OrderRow } from '#server/services/orders/order.ts';
import { productName } from '#server/services/orders/productName.ts';

type WithdrawalRow = typeof orderWithdrawal.$inferSelect;

/** A settled withdrawal with its order, the refunded amount and the address of the account. */
export type Acknowledged = {
  withdrawal: WithdrawalRow;
  order: OrderRow;
  returned: number | null;
  email: string;
};

/**
 * Returns the acknowledgement of a withdrawal: its content, day and time, and its consequences. The same withdrawal
 * always has the same `Message-ID`.
 */
export function withdrawalMail(
  { publicUrl }: Pick<Platform['config'], 'publicUrl'>,
  { withdrawal, order, returned, email }: Acknowledged,
): Mail {
  const { id, language, name, received } = withdrawal;
  const translate = translator(language, 'mail');
  const { money } = formatOf(language);
  const time = longMoment(language, received);
  const facts = {
    number: orderNumber(order.id),
    product: productName(order.product, language),
    amount: money(order.amount, order.currency),
    day: longDay(language, order.created),
  };
  const mail = layOutMail({
    to: email,
    subject: translate('withdrawal.subject', { number: facts.number }),
    language,
    parts: [
      { text: translate('withdrawal.intro', { time }) },
      { text: translate('withdrawal.declaration', facts) },
      ...(name === '' ? [] : [{ text: translate('withdrawal.name', { name }) }]),
      {
        text: translate(`withdrawal.${endOf(withdrawal)}`, {
          amount: money(returned ?? 0, order.currency),
          days: refundDays,
        }),
      },
      { text: translate('withdrawal.keep') },
    ],
  });
  return { ...mail, messageId: `<withdrawal-${id}@${new URL(publicUrl).hostname}>` };
}

/** Returns the outcome as the buyer sees it. */
function endOf({ outcome }: WithdrawalRow): 'refunded' | 'tooLate' | 'nothing' | 'checked' {
  if (outcome === 'refunded') return 'refunded';
  if (outcome === 'too_late') return 'tooLate';
  return outcome === 'spent' || outcome === 'returned' ? 'nothing' : 'checked';
}
