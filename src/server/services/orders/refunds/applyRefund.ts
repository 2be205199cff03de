import { and, eq, or, sql } from 'drizzle-orm';
import type { PaymentMethod } from '#domain/orders/payments.ts';
import type { PaymentPlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { findRow } from '#server/db/findRow.ts';
import { paymentRefund } from '#server/db/schema/refunds.ts';
import type { PaymentGateway, RefundState } from '#server/gateways/payments/payments.ts';
import {
  type Outcome,
  findOrderById,
  findOrderByPayment,
  lockOrder,
} from '#server/services/orders/order.ts';
import { changeOf } from '#server/services/orders/refunds/askRefund.ts';
import { moveRefund } from '#server/services/orders/refunds/moveRefund.ts';
import type { RefundRow } from '#server/services/orders/refunds/refund.ts';
import { storeRefund } from '#server/services/orders/refunds/storeRefund.ts';

/**
 * Applies a webhook event about a refund by reading its state from the provider. A refund that was made on the
 * provider's own pages is stored first, and takes credits like any other. Throws `PaymentUnknownError`.
 */
export async function applyRefund(
  platform: PaymentPlatform,
  gateway: PaymentGateway,
  id: string,
): Promise<Outcome> {
  const { database } = platform;
  const { method } = gateway;
  const known = await findKnown(database.query, method, [id]);
  // Some providers find a refund by our id, others by their own.
  const ids = { refundId: known?.id ?? id, providerId: known?.providerId ?? id };
  const state = await gateway.readRefund(ids);
  const order = known
    ? await findOrderById(database.query, known.orderId)
    : await findOrderByPayment(database.query, method, state.paymentId);
  if (!order) return { kind: 'later', why: 'the payment is not known here' };
  if (state.amount.currency !== order.currency) {
    return { kind: 'parked', text: 'A refund in another currency', userId: order.userId };
  }
  return database.transaction((transaction) => apply(transaction, platform, order.id, state));
}

async function apply(
  transaction: Executor,
  { now }: PaymentPlatform,
  orderId: string,
  state: RefundState,
): Promise<Outcome> {
  const order = await lockOrder(transaction, orderId);
  const { userId } = order;
  const { refundId, providerId } = state;
  const ids = [providerId, ...(refundId === undefined ? [] : [refundId])];
  const known = await findKnown(transaction, order.method, ids);
  if (!known && state.state === 'failed') {
    return { kind: 'ignored', text: 'a refund that failed before it was known', userId };
  }
  const refund =
    known ??
    (await storeRefund(
      transaction,
      order,
      {
        requestId: `provider:${providerId}`,
        amount: state.amount.amount,
        refundedBy: 'provider',
        reason: 'at the provider',
        endsOrder: false,
        providerId,
      },
      now(),
    ));
  if (!refund) return { kind: 'later', why: 'more went back than was paid' };
  if (refund.amount !== state.amount.amount) {
    return { kind: 'parked', text: 'A refund of another amount than was asked for', userId };
  }
  const current = await lockOrder(transaction, orderId);
  await moveRefund(transaction, current, refund, changeOf(state), now());
  return { kind: 'applied', text: `refund ${state.state}`, userId };
}

/** Returns the refund with one of these ids, ours or the provider's. */
async function findKnown(
  executor: Executor,
  method: PaymentMethod | null,
  ids: readonly string[],
): Promise<RefundRow | undefined> {
  if (method === null) return undefined;
  const found = await findRow(
    executor,
    paymentRefund,
    and(
      eq(paymentRefund.method, method),
      or(
        ...ids.map((id) => eq(paymentRefund.providerId, id)),
        // Compared as text, because a provider's value need not be a UUID.
        ...ids.map((id) => sql`${paymentRefund.id}::text = ${id}`),
      ),
    ),
  );
  return found;
}
