import { lotOrigins } from '#domain/credits.ts';
import { cancellationKinds } from '#domain/cancellation.ts';
import { orderKinds, orderStates } from '#domain/orders.ts';
import { paymentMethods } from '#domain/payments.ts';
import { products } from '#domain/plans.ts';
import { postStates, refusalReasons } from '#domain/sharing.ts';
import { refundRefusals } from '#domain/refunds.ts';

/** The part of `dynamicKeys` about payment. */
export const paymentKeys = {
  'pay.method.': paymentMethods.flatMap((method) => [method, `${method}Text`]),
  'sharing.state.': [...postStates, 'used', 'over'],
  'sharing.reasons.': refusalReasons,
  'pay.price.': ['promotion', 'yearly', 'code'],
  'settings.credits.lots.': lotOrigins,
  'mail.withdrawal.': ['refunded', 'tooLate', 'nothing', 'checked'],
  'withdraw.problem.': ['number', 'email'],
  'cancellation.': ['email', 'reason', 'contract', 'wanted'],
  'cancellation.kinds.': cancellationKinds,
  'cancellation.problem.': ['kindMissing', 'reasonEmpty', 'day'],
  'mail.planReminder.': ['renewal', 'end'].flatMap((kind) =>
    ['Subject', '', 'Choice', 'Link'].map((part) => kind + part),
  ),
  'orders.refund.refusal.': refundRefusals,
  'orders.product.': products,
  'orders.state.': orderStates,
  'orders.kind.': orderKinds.filter((kind) => kind !== 'purchase'),
};
