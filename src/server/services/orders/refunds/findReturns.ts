import { and, eq } from 'drizzle-orm';
import { findRow } from '#server/db/findRow.ts';
import { paymentDispute, paymentRefund } from '#server/db/schema/refunds.ts';
import { redactedError } from '#server/errors.ts';
import type { PaymentGateway, TimeSpan } from '#server/gateways/payments/payments.ts';
import type { OrderDependencies, Outcome } from '#server/services/orders/order.ts';
import { applyDispute } from '#server/services/orders/refunds/applyDispute.ts';
import { applyRefund } from '#server/services/orders/refunds/applyRefund.ts';

/** Allowance for different clocks: a refund that the provider just made may be later than our time. */
const dayMilliseconds = 86_400_000;

/**
 * Applies a provider's refunds and disputes since a time whose webhook event never arrived: those that are not stored
 * here, or have another state. Returns of unknown payments are left to the nightly comparison.
 */
export async function findReturns(
  dependencies: OrderDependencies,
  gateway: PaymentGateway,
  since: Date,
): Promise<void> {
  const span = { from: since, to: new Date(dependencies.now().getTime() + dayMilliseconds) };
  await findRefunds(dependencies, gateway, span);
  await findDisputes(dependencies, gateway, span);
}

async function findRefunds(
  dependencies: OrderDependencies,
  gateway: PaymentGateway,
  span: TimeSpan,
): Promise<void> {
  const { query } = dependencies.database;
  const { method, providerId } = paymentRefund;
  for await (const listed of gateway.listRefunds(span)) {
    const isMatch = and(eq(method, gateway.method), eq(providerId, listed.providerId));
    const known = await findRow(query, paymentRefund, isMatch);
    // A failed refund that is not stored here changed nothing.
    if ((known?.state ?? 'failed') === listed.state) continue;
    await apply(dependencies, 'a refund', () =>
      applyRefund(dependencies, gateway, listed.providerId),
    );
  }
}

async function findDisputes(
  dependencies: OrderDependencies,
  gateway: PaymentGateway,
  span: TimeSpan,
): Promise<void> {
  const { query } = dependencies.database;
  const { method, providerId } = paymentDispute;
  for await (const listed of gateway.listDisputes?.(span) ?? []) {
    const isMatch = and(eq(method, gateway.method), eq(providerId, listed.disputeId));
    const known = await findRow(query, paymentDispute, isMatch);
    if (known?.state === listed.state) continue;
    await apply(dependencies, 'a dispute', () =>
      applyDispute(dependencies, gateway, listed.disputeId),
    );
  }
}

/** Applies one refund or dispute. A failure is logged and does not keep the others from being applied. */
async function apply(
  { log }: OrderDependencies,
  subject: string,
  work: () => Promise<Outcome>,
): Promise<void> {
  try {
    const outcome = await work();
    if (outcome.kind === 'parked') log.error({ why: outcome.text }, `${subject} is not applied`);
  } catch (error) {
    log.warn({ error: redactedError(error) }, `${subject} is unknown`);
  }
}
