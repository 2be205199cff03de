import { and, eq } from 'drizzle-orm';
import type { PaymentMethod } from '#domain/orders/payments.ts';
import type { PaymentPlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { findRow } from '#server/db/findRow.ts';
import { paymentDispute } from '#server/db/schema/refunds.ts';
import type { DisputeState, PaymentGateway } from '#server/gateways/payments/payments.ts';
import { freezeCredits } from '#server/services/credits/freeze.ts';
import { restoreRefund } from '#server/services/credits/restore.ts';
import { unfreezeCredits } from '#server/services/credits/unfreeze.ts';
import { lockBalance } from '#server/services/credits/post.ts';
import {
  type OrderRow,
  type Outcome,
  findOrderByPayment,
  lockOrder,
  paidFor,
} from '#server/services/orders/order.ts';
import { adjustTerms } from '#server/services/orders/refunds/adjustTerms.ts';
import { setOrderState } from '#server/services/orders/refunds/moveRefund.ts';
import {
  type DisputeRow,
  disputeSource,
  hasFrozen,
  originOf,
} from '#server/services/orders/refunds/refund.ts';
import { addReturned } from '#server/services/orders/refunds/storeRefund.ts';
import {
  disputeCause,
  resumeOrder,
  setEnded,
  takeBack,
} from '#server/services/orders/refunds/takeBack.ts';
import { grantDueLots } from '#server/services/plans/grantDueLots.ts';

/**
 * Applies a webhook event about a dispute by reading its state from the provider. While it is open, the remaining
 * credits of the order are frozen. When we win, they are unfrozen; when we lose, they are taken as by a refund. Throws
 * `PaymentUnknownError`.
 */
export async function applyDispute(
  platform: PaymentPlatform,
  gateway: PaymentGateway,
  disputeId: string,
): Promise<Outcome> {
  const { database, now, log } = platform;
  const { method } = gateway;
  const state = await gateway.readDispute(disputeId);
  const found = await findOrderByPayment(database.query, method, state.paymentId);
  if (!found) return { kind: 'later', why: 'the payment is not known here' };
  const isNew = await database.transaction((transaction) =>
    apply(transaction, method, found.id, state, now()),
  );
  if (isNew) log.error({ order: found.id, method }, 'a payment is disputed');
  return { kind: 'applied', text: `dispute ${state.state}`, userId: found.userId };
}

/** Returns whether the dispute is new. */
async function apply(
  transaction: Executor,
  method: PaymentMethod,
  orderId: string,
  state: DisputeState,
  now: Date,
): Promise<boolean> {
  const order = await lockOrder(transaction, orderId);
  const isThis = and(
    eq(paymentDispute.method, method),
    eq(paymentDispute.providerId, state.disputeId),
  );
  const known = await findRow(transaction, paymentDispute, isThis);
  // A due lot is frozen with the others. None starts once the dispute is stored.
  if (!known) await grantDueLots(transaction, order.userId, now);
  const dispute = known ?? (await insert(transaction, order, method, state, now));
  await transaction.update(paymentDispute).set({ asked: now }).where(isThis);
  if (state.state === 'open') {
    if (!known) await freezeOrder(transaction, order, dispute, now);
    return !known;
  }
  if (dispute.state === state.state || dispute.state === 'won') return !known;
  await transaction.update(paymentDispute).set({ state: state.state, ended: now }).where(isThis);
  if (state.state === 'lost') await applyLoss(transaction, order, dispute, now);
  else await applyWin(transaction, order, dispute, now);
  await setOrderState(transaction, orderId);
  return !known;
}

/**
 * Stores a dispute as open, regardless of its present state, so that the next steps are the same as if all events had
 * arrived.
 */
async function insert(
  transaction: Executor,
  { id: orderId, userId }: OrderRow,
  method: PaymentMethod,
  { disputeId: providerId, amount, opened }: DisputeState,
  created: Date,
): Promise<DisputeRow> {
  const [stored] = await transaction
    .insert(paymentDispute)
    .values({
      method,
      providerId,
      orderId,
      userId,
      amount: amount.amount,
      state: 'open',
      opened,
      created,
    })
    .returning();
  if (!stored) throw new Error('The dispute was not stored');
  return stored;
}

/** Freezes the remaining credits of an order. Its terms stop until the dispute ends, and the user's other terms close up. */
export async function freezeOrder(
  transaction: Executor,
  order: OrderRow,
  dispute: DisputeRow,
  now: Date,
): Promise<void> {
  await freezeCredits(transaction, {
    userId: order.userId,
    source: disputeSource(dispute),
    origin: originOf(order),
    reason: 'payment_disputed',
    now,
  });
  await adjustTerms(transaction, order, now);
}

/** Takes the credits before they are unfrozen. Amounts that refunds returned before are not returned twice. */
async function applyLoss(
  transaction: Executor,
  order: OrderRow,
  dispute: DisputeRow,
  now: Date,
): Promise<void> {
  const lostAmount = Math.min(dispute.amount, paidFor(order) - order.returned);
  const counted = await addReturned(transaction, order, lostAmount);
  if (!counted) throw new Error('A lost dispute was not counted');
  await transaction
    .update(paymentDispute)
    .set({ lostAmount })
    .where(
      and(
        eq(paymentDispute.method, dispute.method),
        eq(paymentDispute.providerId, dispute.providerId),
      ),
    );
  const { returned } = counted;
  if (returned >= paidFor(counted)) await setEnded(transaction, order, now);
  await takeBack(transaction, counted, { ...disputeCause(dispute), returned }, now);
  await unfreeze(transaction, order, dispute, 'dispute_lost', now);
}

/**
 * A dispute can be won after it was lost, by an appeal: then the money comes back, and the credits that the loss took.
 */
async function applyWin(
  transaction: Executor,
  order: OrderRow,
  dispute: DisputeRow,
  now: Date,
): Promise<void> {
  if (dispute.state === 'lost') {
    const counted = await addReturned(transaction, order, -dispute.lostAmount);
    if (!counted) throw new Error('A dispute that was won was not counted');
    const source = disputeSource(dispute);
    // First the order, because the credits come back to lots that then last longer.
    await resumeOrder(transaction, order, now);
    await restoreRefund(transaction, { userId: order.userId, source, now });
    return;
  }
  await adjustTerms(transaction, await lockOrder(transaction, order.id), now);
  await unfreeze(transaction, order, dispute, 'dispute_won', now);
}

async function unfreeze(
  transaction: Executor,
  { userId }: OrderRow,
  dispute: DisputeRow,
  reason: 'dispute_won' | 'dispute_lost',
  now: Date,
): Promise<void> {
  await lockBalance(transaction, userId);
  const source = disputeSource(dispute);
  if (!(await hasFrozen(transaction, source))) return;
  await unfreezeCredits(transaction, { userId, source, reason, now });
}
