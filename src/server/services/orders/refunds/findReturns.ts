import { and, eq } from 'drizzle-orm';
import { paymentDispute, paymentRefund } from '#server/db/schema/refunds.ts';
import { redactedError } from '#server/errors.ts';
import type { PaymentGateway, TimeSpan } from '#server/gateways/payments/payments.ts';
import type { OrderDependencies, Outcome } from '#server/services/orders/order.ts';
import { applyDispute } from '#server/services/orders/refunds/applyDispute.ts';
import { applyRefund } from '#server/services/orders/refunds/applyRefund.ts';

/** Clocks differ: what the provider made just now may be later than our time. */
const dayMilliseconds = 86_400_000;

/**
 * Applies the refunds and disputes that a provider has since a moment and whose message never came: those that are
 * unknown here, or have another state. Returns that belong to no payment of ours are left to the nightly comparison.
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
  const { method, providerId, state } = paymentRefund;
  for await (const listed of gateway.listRefunds(span)) {
    const [known] = await query
      .select({ state })
      .from(paymentRefund)
      .where(and(eq(method, gateway.method), eq(providerId, listed.providerId)));
    // A failed one that is unknown changed nothing.
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
  const { method, providerId, state } = paymentDispute;
  for await (const listed of gateway.listDisputes?.(span) ?? []) {
    const [known] = await query
      .select({ state })
      .from(paymentDispute)
      .where(and(eq(method, gateway.method), eq(providerId, listed.disputeId)));
    if (known?.state === listed.state) continue;
    await apply(dependencies, 'a dispute', () =>
      applyDispute(dependencies, gateway, listed.disputeId),
    );
  }
}

/** One that cannot be applied must not keep the others from it. */
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
