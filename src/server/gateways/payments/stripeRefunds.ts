import type Stripe from 'stripe';
import {
  type DisputeState,
  PaymentProtocolError,
  type RefundRequest,
  type RefundState,
  type TimeSpan,
} from '#server/gateways/payments/payments.ts';
import type { StripeClient } from '#server/gateways/payments/stripeClient.ts';
import { createdWithin, listAll } from '#server/gateways/payments/stripeLists.ts';
import { idOf, toDate, toMoney } from '#server/gateways/payments/stripeMoney.ts';

/** More refunds than one payment ever has. */
const mostRefunds = 100;

/**
 * Refunds a payment or a part of it. A refund with our id is looked for first, because Stripe keeps idempotency keys
 * for a day only. The key prevents a second refund by two calls at once.
 */
export async function refund(client: StripeClient, request: RefundRequest): Promise<RefundState> {
  const { refundId, paymentId, amount } = request;
  const { data } = await client.ask((stripe) =>
    stripe.refunds.list({ payment_intent: paymentId, limit: mostRefunds }),
  );
  const made = data.find(({ metadata }) => metadata?.['refund_id'] === refundId);
  if (made !== undefined) return toRefundState(made);
  const refunded = await client.ask((stripe) =>
    stripe.refunds.create(
      {
        payment_intent: paymentId,
        amount: amount.amount,
        reason: 'requested_by_customer',
        metadata: { refund_id: refundId, reason: request.reason.slice(0, 500) },
      },
      { idempotencyKey: `refund-${refundId}` },
    ),
  );
  return toRefundState(refunded);
}

export async function readRefund(client: StripeClient, providerId: string): Promise<RefundState> {
  return toRefundState(await client.ask((stripe) => stripe.refunds.retrieve(providerId)));
}

export async function readDispute(client: StripeClient, disputeId: string): Promise<DisputeState> {
  return toDisputeState(await client.ask((stripe) => stripe.disputes.retrieve(disputeId)));
}

export async function* listRefunds(
  client: StripeClient,
  span: TimeSpan,
): AsyncGenerator<RefundState> {
  const created = createdWithin(span);
  const made = listAll(client, (stripe, page) => stripe.refunds.list({ ...page, created }));
  for await (const one of made) yield toRefundState(one);
}

export async function* listDisputes(
  client: StripeClient,
  span: TimeSpan,
): AsyncGenerator<DisputeState> {
  const created = createdWithin(span);
  const opened = listAll(client, (stripe, page) => stripe.disputes.list({ ...page, created }));
  for await (const one of opened) yield toDisputeState(one);
}

function toDisputeState(dispute: Stripe.Dispute): DisputeState {
  return {
    disputeId: dispute.id,
    paymentId: paymentOf(dispute),
    amount: toMoney(dispute.amount, dispute.currency),
    opened: toDate(dispute.created),
    state: disputeState(dispute.status),
  };
}

function toRefundState(made: Stripe.Refund): RefundState {
  return {
    providerId: made.id,
    refundId: made.metadata?.['refund_id'],
    paymentId: paymentOf(made),
    amount: toMoney(made.amount, made.currency),
    made: toDate(made.created),
    state: refundState(made.status),
    ...(made.status === 'requires_action' ? { isStuck: true as const } : {}),
  };
}

function refundState(status: string | null): RefundState['state'] {
  switch (status) {
    case 'succeeded':
      return 'succeeded';
    case 'failed':
    case 'canceled':
      return 'failed';
    case 'pending':
    case 'requires_action':
      return 'pending';
    default:
      throw new PaymentProtocolError(`A refund of Stripe is ${String(status)}`);
  }
}

/**
 * Maps the status of a dispute. Stripe takes the money when a dispute opens, and returns it when the dispute is won. An
 * appeal follows a lost dispute: until it is won, the money is lost. A prevented dispute takes nothing: it ends with a
 * refund, which has its own message.
 */
function disputeState(status: Stripe.Dispute.Status): DisputeState['state'] {
  switch (status) {
    case 'won':
    case 'warning_closed':
    case 'prevented':
      return 'won';
    case 'lost':
    case 'appeal_needs_response':
    case 'appeal_under_review':
      return 'lost';
    case 'needs_response':
    case 'under_review':
    case 'warning_needs_response':
    case 'warning_under_review':
      return 'open';
    default:
      throw new PaymentProtocolError(`A dispute of Stripe is ${status}`);
  }
}

function paymentOf({ payment_intent: intent, charge }: Stripe.Refund | Stripe.Dispute): string {
  const payment = idOf(intent) ?? idOf(charge);
  if (payment === undefined) throw new PaymentProtocolError('Stripe does not name the payment');
  return payment;
}
