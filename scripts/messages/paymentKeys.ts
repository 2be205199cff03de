import { lotOrigins } from '#domain/credits.ts';
import { cancellationKinds } from '#domain/cancellation.ts';
import { orderKinds, orderStates } from '#domain/orders.ts';
import { paymentMethods } from '#domain/payments.ts';
import { products } from '#domain/plans.ts';
import { postStates, refusalReasons } from '#domain/sharing.ts';
import { refundRefusals } from '#domain/refunds.ts';

/** Keys about payment that the code puts together, a part of `dynamicKeys`. */
export const paymentKeys = [
  {
    prefix: 'pay.method.',
    names: paymentMethods.flatMap((method) => [method, `${method}Text`]),
    reason: 'each payment method has a name',
  },
  {
    prefix: 'sharing.state.',
    names: [...postStates, 'used', 'over'],
    reason: 'each state of a post, and of the code of its reward',
  },
  {
    prefix: 'sharing.reasons.',
    names: refusalReasons,
    reason: 'each reason to refuse a post has a sentence',
  },
  {
    prefix: 'pay.price.',
    names: ['promotion', 'yearly', 'code'],
    reason: 'each kind of reduction has a line',
  },
  {
    prefix: 'settings.credits.lots.',
    names: lotOrigins,
    reason: 'credits that belong to no plan or pack',
  },
  {
    prefix: 'mail.withdrawal.',
    names: ['refunded', 'tooLate', 'nothing', 'checked'],
    reason: 'each end of a withdrawal has a sentence',
  },
  {
    prefix: 'withdraw.problem.',
    names: ['number', 'email'],
    reason: 'each field of a withdrawal that can be wrong has a sentence',
  },
  {
    prefix: 'cancellation.',
    names: ['email', 'reason', 'contract', 'wanted'],
    reason: 'fields of the form for cancellations',
  },
  {
    prefix: 'cancellation.kinds.',
    names: cancellationKinds,
    reason: 'each kind of cancellation has a name',
  },
  {
    prefix: 'cancellation.problem.',
    names: ['kindMissing', 'reasonEmpty', 'day'],
    reason: 'each rule of the form for cancellations has a sentence',
  },
  {
    prefix: 'mail.planReminder.',
    names: ['renewal', 'end'].flatMap((kind) =>
      ['Subject', '', 'Choice', 'Link'].map((part) => kind + part),
    ),
    reason: 'each reminder has its sentences',
  },
  {
    prefix: 'orders.refund.refusal.',
    names: refundRefusals,
    reason: 'each reason against a refund has a sentence',
  },
  { prefix: 'orders.product.', names: products, reason: 'each product has a name' },
  { prefix: 'orders.state.', names: orderStates, reason: 'each state of an order has a name' },
  {
    prefix: 'orders.kind.',
    names: orderKinds.filter((kind) => kind !== 'purchase'),
    reason: 'orders that are no purchases say so',
  },
];
