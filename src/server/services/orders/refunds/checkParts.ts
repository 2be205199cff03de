import { refundLimits } from '#domain/orders/payments.ts';
import type { CorePlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import type { OrderRow } from '#server/services/orders/order.ts';
import { refundsOf } from '#server/services/orders/refunds/refund.ts';

/**
 * Throws `refund_refused` when the provider accepts no further refund of a payment: too many parts, or too late. The
 * provider's own refusal would come only after the credits had been taken.
 */
export async function checkParts(
  transaction: Executor,
  { now }: CorePlatform,
  { id, method, paid, paymentId }: OrderRow,
): Promise<void> {
  if (method === null || paid === null || paymentId === null) {
    throw refused('not_paid', 'This order has no payment that can be refunded');
  }
  const { parts, days } = refundLimits[method];
  const made = await refundsOf(transaction, [id]);
  if (made.filter(({ state }) => state !== 'failed').length >= parts) {
    throw refused('parts', `${method} refunds a payment in at most ${parts} parts`);
  }
  if (now().getTime() - paid.getTime() > days * 86_400_000) {
    throw refused('days', `${method} refunds a payment within ${days} days`);
  }
}

/** Returns the error of a refund that a rule does not allow. */
export function refused(refusal: string, text: string): AppError {
  return new AppError('refund_refused', text, { refusal });
}
