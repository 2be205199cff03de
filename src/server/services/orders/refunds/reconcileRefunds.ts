import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { PaymentPlatform } from '#server/context.ts';
import { redactedError } from '#server/errors.ts';
import { paymentDispute, paymentRefund } from '#server/db/schema/refunds.ts';
import { applyDispute } from '#server/services/orders/refunds/applyDispute.ts';
import { askRefund } from '#server/services/orders/refunds/askRefund.ts';
import { endRefundedSubscriptions } from '#server/services/orders/refunds/endSubscriptions.ts';

/** For this time a refund is left to the request that stored it. */
const ownSeconds = 60;

/** The longest pause between two questions about a refund. The pause grows with the age of the refund. */
const longestPauseHours = 6;

const atOnce = 500;

/** Asks the providers for new refunds, and ends the subscriptions of refunded plans. */
export async function askNewRefunds(platform: PaymentPlatform): Promise<void> {
  const { database, payments } = platform;
  const fresh = await database.query
    .select({ id: paymentRefund.id })
    .from(paymentRefund)
    .where(
      and(
        eq(paymentRefund.state, 'requested'),
        isNull(paymentRefund.asked),
        inArray(paymentRefund.method, [...payments.keys()]),
      ),
    )
    .limit(atOnce);
  for (const { id } of fresh) await askRefund(platform, id);
  await endRefundedSubscriptions(platform);
}

/**
 * Asks the providers again about refunds and disputes that are not in a final state, so that both end even when a
 * process was killed or a webhook event never arrived. Then ends the subscriptions of refunded plans.
 */
export async function reconcileRefunds(platform: PaymentPlatform): Promise<void> {
  const { database, payments, now } = platform;
  const methods = [...payments.keys()];
  const time = now().toISOString();
  const isDue = (asked: typeof paymentRefund.asked, created: typeof paymentRefund.created) =>
    sql`coalesce(${asked}, ${created} - interval '1 day') <= ${time}::timestamptz - least(
      (${time}::timestamptz - ${created}) / 20, make_interval(hours => ${longestPauseHours}))`;
  const refunds = await database.query
    .select({ id: paymentRefund.id })
    .from(paymentRefund)
    .where(
      and(
        inArray(paymentRefund.state, ['requested', 'pending']),
        inArray(paymentRefund.method, methods),
        sql`${paymentRefund.created} <= ${time}::timestamptz - make_interval(secs => ${ownSeconds})`,
        isDue(paymentRefund.asked, paymentRefund.created),
      ),
    )
    .limit(atOnce);
  for (const { id } of refunds) await askRefund(platform, id);
  await askDisputes(platform, methods, time);
  await endRefundedSubscriptions(platform);
}

async function askDisputes(
  platform: PaymentPlatform,
  methods: readonly DisputeMethod[],
  time: string,
): Promise<void> {
  const { database, payments, log } = platform;
  const { asked, state, created, method, providerId } = paymentDispute;
  const open = await database.query
    .select({ method, providerId })
    .from(paymentDispute)
    .where(
      and(
        sql`${state} = 'open'`,
        inArray(method, [...methods]),
        sql`coalesce(${asked}, ${created}) <= ${time}::timestamptz - least(
          (${time}::timestamptz - ${created}) / 20, make_interval(hours => ${longestPauseHours}))`,
      ),
    )
    .limit(atOnce);
  for (const dispute of open) {
    const gateway = payments.get(dispute.method);
    if (!gateway) continue;
    await applyDispute(platform, gateway, dispute.providerId).catch((error: unknown) => {
      log.warn({ method: dispute.method, error: redactedError(error) }, 'a dispute is unknown');
    });
  }
}

type DisputeMethod = (typeof paymentDispute.$inferSelect)['method'];
