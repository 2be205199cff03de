import type { DisputeRecord } from '#server/gateways/payments/providerRecords.ts';
import { emit, emitChanges } from './stripeEvents.ts';
import { type Form, allowOnly, refuse, required, texts, whole } from './stripeForm.ts';
import { stripeObjects, toRefund } from './stripeObjects.ts';
import type { StripeState } from './stripeState.ts';

export function createRefund(state: StripeState, form: Form) {
  allowOnly(form, 'payment_intent amount reason metadata');
  const { books } = state;
  const { charges } = stripeObjects(state);
  const payment = books.payments.get(required(form, 'payment_intent'));
  const charge = payment && charges.get(payment.id);
  if (!charge) refuse('This PaymentIntent does not have a successful charge to refund.');
  if (charge.disputed) {
    refuse('This charge has been charged back.', { code: 'charge_disputed' });
  }
  const left = charge.amount - charge.amount_refunded;
  const amount = whole(form, 'amount') ?? left;
  if (left === 0) refuse('The charge was refunded already.', { code: 'charge_already_refunded' });
  if (amount > left || amount <= 0) {
    refuse('Refund amount is greater than unrefunded amount on charge', { param: 'amount' });
  }
  const made = books.refund({
    refundId: texts(form, 'metadata')['refund_id'],
    paymentId: payment.id,
    amount: { ...payment.paid, amount },
  });
  emitChanges(state, [{ kind: 'refund', event: 'created', id: made.id }]);
  emit(state, 'charge.refunded', charges.get(payment.id) ?? charge);
  return toRefund(state, made);
}

/** Ends a refund that waited; also a succeeded one can fail later, when a bank sends the money back. */
export function settleRefund(state: StripeState, id: string, status: 'succeeded' | 'failed'): void {
  const made = state.books.refunds.get(id);
  if (!made) throw new Error(`No refund ${id}`);
  made.state = status;
  emitChanges(state, [{ kind: 'refund', event: status, id }]);
}

/** Lets the buyer's bank take a payment back. */
export function openDispute(state: StripeState, paymentId: string, amount?: number): DisputeRecord {
  const opened = state.books.openDispute(paymentId, amount);
  emitChanges(state, [{ kind: 'dispute', event: 'opened', id: opened.id }]);
  return opened;
}

export function setDispute(state: StripeState, id: string, end: 'won' | 'lost'): void {
  const opened = state.books.disputes.get(id);
  if (!opened) throw new Error(`No dispute ${id}`);
  opened.state = end;
  emitChanges(state, [{ kind: 'dispute', event: 'ended', id }]);
}
