import { and, eq } from 'drizzle-orm';
import type { PaymentPlatform } from '#server/context.ts';
import { paymentOrder } from '#server/db/schema/orders.ts';
import { paymentRefund } from '#server/db/schema/refunds.ts';
import {
  type PaymentGateway,
  PaymentRefusedError,
  type RefundState,
} from '#server/gateways/payments/payments.ts';
import { redactedError } from '#server/errors.ts';
import { type OrderRow, lockOrder, paidFor } from '#server/services/orders/order.ts';
import { type RefundChange, moveRefund } from '#server/services/orders/refunds/moveRefund.ts';
import type { RefundRow } from '#server/services/orders/refunds/refund.ts';

/**
 * Asks the provider for a stored refund, or for the state of one that the provider has. Repeated calls use the same id.
 * A refusal ends the refund and returns its credits. Never throws; returns the refund afterwards.
 */
export async function askRefund(platform: PaymentPlatform, refundId: string): Promise<RefundRow> {
  const { database, payments, log, now } = platform;
  const { refund, order } = await findRefund(platform, refundId);
  const gateway = payments.get(refund.method);
  if (!gateway || refund.state === 'failed') return refund;
  const ask = { refund, order, gateway };
  try {
    const state = await readOrMake(ask);
    await applyState(platform, ask, changeOf(state));
  } catch (error) {
    const { id, method } = refund;
    if (error instanceof PaymentRefusedError && refund.state === 'requested') {
      log.error({ refund: id, method, error: redactedError(error) }, 'a refund was refused');
      await applyState(platform, ask, { state: 'failed', problem: error.message });
    } else {
      log.warn({ refund: id, method, error: redactedError(error) }, 'a refund waits');
      const problem = error instanceof Error ? error.name : 'unknown error';
      await database.query
        .update(paymentRefund)
        .set({ asked: now(), problem })
        .where(and(eq(paymentRefund.id, id), eq(paymentRefund.state, refund.state)));
    }
  }
  return (await findRefund(platform, refundId)).refund;
}

/** Returns the change of our row that follows from the provider's state of a refund. */
export function changeOf({ state, providerId, made, isStuck }: RefundState): RefundChange {
  return { state, providerId, made, isStuck };
}

type Ask = { refund: RefundRow; order: OrderRow; gateway: PaymentGateway };

function readOrMake({ refund, order, gateway }: Ask): Promise<RefundState> {
  const { id: refundId, providerId, currency, amount, reason } = refund;
  if (providerId !== null) return gateway.readRefund({ refundId, providerId });
  if (order.paymentId === null) throw new Error('An order without a payment has a refund');
  return gateway.refund({
    refundId,
    paymentId: order.paymentId,
    paid: { amount: paidFor(order), currency },
    amount: { amount, currency },
    reason,
  });
}

async function applyState(
  { database, now }: PaymentPlatform,
  { refund, order }: Ask,
  change: RefundChange,
): Promise<void> {
  await database.transaction(async (transaction) =>
    moveRefund(transaction, await lockOrder(transaction, order.id), refund, change, now()),
  );
}

async function findRefund({ database }: PaymentPlatform, refundId: string) {
  const [found] = await database.query
    .select({ refund: paymentRefund, order: paymentOrder })
    .from(paymentRefund)
    .innerJoin(paymentOrder, eq(paymentOrder.id, paymentRefund.orderId))
    .where(eq(paymentRefund.id, refundId));
  if (!found) throw new Error('There is no such refund');
  return found;
}
