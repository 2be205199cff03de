import { lotOrigins } from '#domain/credits/credits.ts';
import { cancellationKinds } from '#domain/orders/cancellation.ts';
import { type MoneyMailKind, moneyMailKinds } from '#domain/orders/moneyMails.ts';
import { orderKinds, orderStates } from '#domain/orders/orders.ts';
import { paymentMethods } from '#domain/orders/payments.ts';
import { products } from '#domain/plans/plans.ts';
import { postStates, refusalReasons } from '#domain/sharing/sharing.ts';
import { refundRefusals } from '#domain/orders/refunds.ts';

/** The parts of mails about money, without their subjects. Those of a confirmation have a prefix of their own. */
const moneyTexts: Readonly<Record<MoneyMailKind, readonly string[]>> = {
  ordered: [],
  renewed: ['intro', 'choice'],
  orderFailed: ['intro', 'choice'],
  renewalFailed: ['intro', 'choice'],
  refunded: ['intro', 'when'],
  planCancelled: ['intro', 'choice'],
  planEnded: ['intro', 'choice'],
  creditsEnding: ['intro', 'choice'],
  creditsLow: ['intro', 'choice'],
};

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
  'mail.planReminder.': [
    'renewalMonth',
    ...['renewal', 'end'].flatMap((kind) =>
      ['Subject', '', 'Choice', 'Link'].map((part) => kind + part),
    ),
  ],
  'mail.money.': moneyMailKinds.flatMap((kind) =>
    [...moneyTexts[kind], 'subject'].map((part) => `${kind}.${part}`),
  ),
  'mail.money.ordered.': [
    'intro',
    'facts',
    'once',
    'weekly',
    'monthly',
    'total',
    'renews',
    'prepaid',
    'pack',
    'waived',
    'withdrawal',
    'seller',
    'support',
    'keep',
  ],
  'mail.money.link.': [
    'receipt',
    'orders',
    'plan',
    'card',
    'pay',
    'pricing',
    'credits',
    'limits',
    'terms',
    'refunds',
    'withdraw',
  ],
  'orders.refund.refusal.': refundRefusals,
  'orders.product.': products,
  'orders.state.': orderStates,
  'orders.kind.': orderKinds.filter((kind) => kind !== 'purchase'),
};
