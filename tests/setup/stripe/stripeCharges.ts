import { type Form, allowOnly, refuse, required, texts, whole } from './stripeForm.ts';
import {
  type Card,
  type Charge,
  type DisputeObject,
  type Intent,
  type RefundObject,
  type StripeWorld,
  emit,
  newId,
  nowOf,
} from './stripeWorld.ts';

export function newIntent(
  world: StripeWorld,
  amount: number,
  currency: string,
  metadata: Record<string, string> = {},
): Intent {
  const intent: Intent = {
    id: newId('pi'),
    object: 'payment_intent',
    created: nowOf(world),
    amount,
    amount_received: 0,
    currency,
    status: 'requires_payment_method',
    metadata,
    livemode: false,
    latest_charge: null,
    last_payment_error: null,
  };
  world.intents.set(intent.id, intent);
  return intent;
}

/** Charges a card. Whether that succeeded is in the intent's status. */
export function chargeCard(world: StripeWorld, intent: Intent, card: Card): void {
  if (card === 'works') return succeed(world, intent);
  if (card === 'asks for a confirmation') {
    intent.status = 'requires_action';
    emit(world, 'payment_intent.requires_action', intent);
    return;
  }
  fail(world, intent, 'card_declined', 'insufficient_funds');
}

export function succeed(world: StripeWorld, intent: Intent): void {
  const charge: Charge = {
    id: newId('ch'),
    object: 'charge',
    created: nowOf(world),
    amount: intent.amount,
    amount_refunded: 0,
    currency: intent.currency,
    refunded: false,
    disputed: false,
    status: 'succeeded',
    payment_intent: intent.id,
  };
  world.charges.set(charge.id, charge);
  Object.assign(intent, {
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    last_payment_error: null,
  });
  emit(world, 'payment_intent.succeeded', intent);
  emit(world, 'charge.succeeded', charge);
}

export function fail(world: StripeWorld, intent: Intent, code: string, declined: string): void {
  intent.status = 'requires_payment_method';
  intent.last_payment_error = { type: 'card_error', code, decline_code: declined };
  emit(world, 'payment_intent.payment_failed', intent);
}

export function createRefund(world: StripeWorld, form: Form): RefundObject {
  allowOnly(form, 'payment_intent amount reason metadata');
  const intent = world.intents.get(required(form, 'payment_intent'));
  const charge = world.charges.get(intent?.latest_charge ?? '');
  if (!intent || !charge) refuse('This PaymentIntent does not have a successful charge to refund.');
  if (charge.disputed) {
    refuse('This charge has been charged back.', { code: 'charge_disputed' });
  }
  const left = charge.amount - charge.amount_refunded;
  const amount = whole(form, 'amount') ?? left;
  if (left === 0) refuse('The charge was refunded already.', { code: 'charge_already_refunded' });
  if (amount > left || amount <= 0) {
    refuse('Refund amount is greater than unrefunded amount on charge', { param: 'amount' });
  }
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  const refund: RefundObject = {
    id: newId('re'),
    object: 'refund',
    created: nowOf(world),
    amount,
    currency: intent.currency,
    metadata: texts(form, 'metadata'),
    status: world.refundsWait ? 'pending' : 'succeeded',
    reason: 'requested_by_customer',
    payment_intent: intent.id,
    charge: charge.id,
  };
  world.refunds.set(refund.id, refund);
  emit(world, 'refund.created', refund);
  emit(world, 'charge.refunded', charge);
  return refund;
}

/** Ends a refund that waited; also a succeeded one can fail later, when a bank sends the money back. */
export function settleRefund(world: StripeWorld, id: string, status: 'succeeded' | 'failed'): void {
  const refund = world.refunds.get(id);
  const charge = world.charges.get(refund?.charge ?? '');
  if (!refund || !charge) throw new Error(`No refund ${id}`);
  refund.status = status;
  if (status === 'failed') {
    charge.amount_refunded -= refund.amount;
    charge.refunded = false;
  }
  emit(world, status === 'failed' ? 'refund.failed' : 'refund.updated', refund);
}

/** Lets the buyer's bank take a payment back. */
export function openDispute(world: StripeWorld, paymentId: string, amount?: number): DisputeObject {
  const intent = world.intents.get(paymentId);
  const charge = world.charges.get(intent?.latest_charge ?? '');
  if (!intent || !charge) throw new Error(`No payment ${paymentId}`);
  charge.disputed = true;
  const dispute: DisputeObject = {
    id: newId('du'),
    object: 'dispute',
    created: nowOf(world),
    amount: amount ?? charge.amount,
    currency: charge.currency,
    status: 'needs_response',
    reason: 'fraudulent',
    payment_intent: intent.id,
    charge: charge.id,
  };
  world.disputes.set(dispute.id, dispute);
  emit(world, 'charge.dispute.created', dispute);
  return dispute;
}

export function setDispute(
  world: StripeWorld,
  id: string,
  status: DisputeObject['status'],
): DisputeObject {
  const dispute = world.disputes.get(id);
  const charge = world.charges.get(dispute?.charge ?? '');
  if (!dispute || !charge) throw new Error(`No dispute ${id}`);
  dispute.status = status;
  if (status === 'won') charge.disputed = false;
  const isOver = status === 'won' || status === 'lost';
  emit(world, isOver ? 'charge.dispute.closed' : 'charge.dispute.updated', dispute);
  return dispute;
}
