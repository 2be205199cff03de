import type { PaidMoney } from '#domain/pricing/money.ts';
import {
  type Card,
  type Change,
  type DisputeRecord,
  type PaymentRecord,
  type ProviderBooks,
  type RefundRecord,
  nowOf,
  put,
} from '#server/gateways/payments/providerBooks.ts';

export function newPayment(
  books: ProviderBooks,
  method: PaymentRecord['method'],
  price: PaidMoney,
  metadata: PaymentRecord['metadata'] = {},
): PaymentRecord {
  const id = books.newId('payment');
  const rest = { created: nowOf(books), price, paid: { ...price }, metadata };
  return put(books.payments, { id, method, state: 'open', ...rest });
}

/** Charges a card. The payment's state is the outcome. */
export function charge(books: ProviderBooks, payment: PaymentRecord, card: Card): Change[] {
  if (card === 'works') return receive(books, payment);
  payment.state = card === 'is declined' ? 'failed' : 'unconfirmed';
  return [{ kind: 'payment', event: payment.state, id: payment.id }];
}

/** Lets the money of a payment arrive. */
export function receive(
  books: ProviderBooks,
  payment: PaymentRecord,
  paid: PaidMoney = payment.price,
): Change[] {
  Object.assign(payment, { state: 'paid', paid: { ...paid }, paidAt: nowOf(books) });
  return [{ kind: 'payment', event: 'paid', id: payment.id }];
}

/** Returns the part of a payment that is refunded or will be. */
export function refundedOf({ refunds }: ProviderBooks, paymentId: string): number {
  return [...refunds.values()]
    .filter((refund) => refund.paymentId === paymentId && refund.state !== 'failed')
    .reduce((sum, { amount }) => sum + amount.amount, 0);
}

/** Refunds a payment, at most what is left of it. */
export function refund(
  books: ProviderBooks,
  { refundId, paymentId, amount }: Pick<RefundRecord, 'refundId' | 'paymentId' | 'amount'>,
): RefundRecord {
  const payment = books.payments.get(paymentId);
  const left = (payment?.paid.amount ?? 0) - refundedOf(books, paymentId);
  if (payment?.state !== 'paid' || amount.amount > left || amount.amount <= 0) {
    throw new Error('There is less left of the payment');
  }
  return put(books.refunds, {
    id: books.newId('refund'),
    refundId,
    paymentId,
    amount: { ...amount },
    madeAt: nowOf(books),
    state: books.refundsWait ? 'pending' : 'succeeded',
  });
}

export function disputeAbout(
  { disputes }: ProviderBooks,
  paymentId: string | undefined,
): DisputeRecord | undefined {
  return [...disputes.values()].findLast((dispute) => dispute.paymentId === paymentId);
}

/** Lets the buyer's bank take a payment back, or a part of it. */
export function openDispute(
  books: ProviderBooks,
  paymentId: string,
  amount?: number,
): DisputeRecord {
  const { paid } = books.payments.get(paymentId) ?? {};
  if (!paid) throw new Error(`No payment ${paymentId}`);
  return put(books.disputes, {
    id: books.newId('dispute'),
    paymentId,
    amount: { ...paid, amount: amount ?? paid.amount },
    state: 'open',
    openedAt: nowOf(books),
  });
}
