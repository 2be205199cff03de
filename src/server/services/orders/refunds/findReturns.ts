import { and, eq } from 'drizzle-orm';
import type { PaymentPlatform } from '#server/context.ts';
import { findRow } from '#server/db/findRow.ts';
import { paymentDispute, paymentRefund } from '#server/db/schema/refunds.ts';
import { redactedError } from '#server/errors.ts';
import type { PaymentGateway, TimeSpan } from '#server/gateways/payments/payments.ts';
import type { Outcome } from '#server/services/orders/order.ts';
import { applyDispute } from '#server/services/orders/refunds/applyDispute.ts';
import { applyRefund } from '#server/services/orders/refunds/applyRefund.ts';

/** Allowance for different clocks: a refund that the provider just made may be later than our time. */
const dayMilliseconds = 86_400_000;

/**
 * Applies a provider's refunds and disputes since a time whose webhook event never arrived: those that are not stored
 * here, or have another state. Returns of unknown payments are left to the nightly comparison.
 */
export async function findReturns(
  platform: PaymentPlatform,
  gateway: PaymentGateway,
  since: Date,
): Promise<void> {
  const span = { from: since, to: new Date(platform.now().getTime() + dayMilliseconds) };
  await findRefunds(platform, gateway, span);
  await findDisputes(platform, gateway, span);
}

async function findRefunds(
  platform: PaymentPlatform,
  gateway: PaymentGateway,
  span: TimeSpan,
): Promise<void> {
  const { query } = platform.database;
  const { method, providerId } = paymentRefund;
  for await (const listed of gateway.listRefunds(span)) {
    const isMatch = and(eq(method, gateway.method), eq(providerId, listed.providerId));
    const known = await findRow(query, paymentRefund, isMatch);
    // A failed refund that is not stored here changed nothing.
    if ((known?.state ?? 'failed') === listed.state) continue;
    await apply(platform, 'a refund', () => applyRefund(platform, gateway, listed.providerId));
  }
}

async function findDisputes(
  platform: PaymentPlatform,
  gateway: PaymentGateway,
  span: TimeSpan,
): Promise<void> {
  const { query } = platform.database;
  const { method, providerId } = paymentDispute;
  for await (const listed of gateway.listDisputes?.(span) ?? []) {
    const isMatch = and(eq(method, gateway.method), eq(providerId, listed.disputeId));
    const known = await findRow(query, paymentDispute, isMatch);
    if (known?.state === listed.state) continue;
    await apply(platform, 'a dispute', () => applyDispute(platform, gateway, listed.disputeId));
  }
}

/** Applies one refund or dispute. A failure is logged and does not keep the others from being applied. */
async function apply(
  { log }: PaymentPlatform,
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
