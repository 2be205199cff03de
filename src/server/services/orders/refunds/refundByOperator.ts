import type { CorePlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { enqueueTask } from '#server/db/jobs.ts';
import { AppError } from '#server/errors.ts';
import { writeAudit } from '#server/services/operation/audit.ts';
import { lockOrder, paidFor } from '#server/services/orders/order.ts';
import { checkParts, refused } from '#server/services/orders/refunds/checkParts.ts';
import {
  type RefundRow,
  findRequest,
  hasOpenDispute,
} from '#server/services/orders/refunds/refund.ts';
import { storeRefund } from '#server/services/orders/refunds/storeRefund.ts';
import { refundsTask } from '#server/services/orders/taskNames.ts';

export type OperatorRefund = {
  orderId: string;
  /** The operator's idempotency key: a second call with the same id is the same refund. */
  id: string;
  /** In minor units; the rest of the price unless given. */
  amount?: number | undefined;
  reason: string;
};

/**
 * Refunds an order or a part of it for an operator, and writes an audit row. A part takes the same part of the credits,
 * also of later weeks and months of a plan; the whole ends the plan and its subscription. A running server then asks
 * the provider (`askNewRefunds`). Throws `unknown_order`, `refund_refused`, and `request_id_reused` for an id with
 * another amount.
 */
export async function refundByOperator(
  platform: CorePlatform,
  requested: OperatorRefund,
): Promise<RefundRow> {
  const refund = await platform.database.transaction((transaction) =>
    store(transaction, platform, requested),
  );
  await enqueueTask(platform.database.query, refundsTask);
  return refund;
}

async function store(
  transaction: Executor,
  platform: CorePlatform,
  { orderId, id, amount, reason }: OperatorRefund,
): Promise<RefundRow> {
  const order = await lockOrder(transaction, orderId).catch(() => {
    throw new AppError('unknown_order', `There is no order ${orderId}`);
  });
  const requestId = `operator:${id}`;
  const known = await findRequest(transaction, orderId, requestId);
  if (known && amount !== undefined && known.amount !== amount) {
    throw new AppError('request_id_reused', 'This name belongs to a refund of another amount');
  }
  if (known) return known;
  if (order.failure === 'currency_differs') {
    throw refused('currency', 'This was paid in another currency: refund it at the provider');
  }
  await checkParts(transaction, platform, order);
  if (await hasOpenDispute(transaction, orderId)) {
    throw refused('disputed', 'The payment is disputed: wait until the dispute has ended');
  }
  const left = paidFor(order) - order.returned;
  const requested = amount ?? left;
  if (requested > left || requested <= 0) {
    throw refused('amount', `Of ${paidFor(order)} ${order.currency} only ${left} can go back`);
  }
  const now = platform.now();
  const request = { requestId, amount: requested, reason, endsOrder: false };
  const refund = await storeRefund(transaction, order, { ...request, refundedBy: 'operator' }, now);
  if (!refund) throw refused('amount', 'More would go back than was paid');
  await writeAudit(transaction, 'order.refund', orderId, {
    refund: refund.id,
    amount: requested,
    currency: order.currency,
    reason,
  });
  return refund;
}
