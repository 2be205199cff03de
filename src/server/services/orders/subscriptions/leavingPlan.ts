import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import type { PaymentPlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { findRow } from '#server/db/findRow.ts';
import { accountDeletion } from '#server/db/schema/accounts.ts';
import { subscription } from '#server/db/schema/orders.ts';
import { accountBlock } from '#server/db/schema/people.ts';
import { redactedError } from '#server/errors.ts';
import type { SubscriptionState } from '#server/gateways/payments/payments.ts';
import {
  type SubscriptionRow,
  findSubscriptionById,
} from '#server/services/orders/subscriptions/findSubscription.ts';
import { isBlocked } from '#server/services/users/refuseBlocked.ts';
import { askForDowngrade } from '#server/services/orders/subscriptions/askForDowngrade.ts';
import { endWithPeriod } from '#server/services/orders/subscriptions/cancelPlan.ts';
import { refreshSubscription } from '#server/services/orders/subscriptions/refreshSubscription.ts';
import {
  type ChangedPlan,
  notLeaving,
} from '#server/services/orders/subscriptions/subscriptionColumns.ts';

/**
 * Notes that the running plans of these users end because their accounts are to be deleted or are blocked, and which
 * downgrade waited. A plan that its user had cancelled stays unmarked, so that keeping the account does not resume it. The
 * caller holds a lock on the deletions and asks the provider afterwards (`settleLeavingPlans`).
 */
export async function markLeavingPlans(
  transaction: Executor,
  userIds: readonly string[],
): Promise<void> {
  const { userId, state, endsAtPeriodEnd, leaving, version } = subscription;
  await transaction
    .update(subscription)
    .set({
      leaving: 'ending',
      keptProduct: sql`coalesce(${subscription.nextProduct}, ${subscription.keptProduct})`,
      keptAmount: sql`coalesce(${subscription.nextAmount}, ${subscription.keptAmount})`,
      version: sql`${version} + 1`,
    })
    .where(
      and(
        inArray(userId, [...userIds]),
        ne(state, 'ended'),
        or(and(isNull(leaving), eq(endsAtPeriodEnd, false)), eq(leaving, 'resuming')),
      ),
    );
}

/**
 * Notes that a plan which a deletion or a block ended is to renew again. The caller has cancelled one of them; while the
 * other one stays, the plan ends.
 */
export async function markKeptPlan(transaction: Executor, userId: string): Promise<void> {
  const { leaving, state, version } = subscription;
  if (await isBlocked(transaction, userId)) return;
  if (await findRow(transaction, accountDeletion, eq(accountDeletion.userId, userId))) return;
  await transaction
    .update(subscription)
    .set({ leaving: 'resuming', version: sql`${version} + 1` })
    .where(and(eq(subscription.userId, userId), eq(leaving, 'ending'), ne(state, 'ended')));
}

/**
 * Asks the providers to end the plans of accounts that are to be deleted or are blocked, and to resume those of accounts
 * that are kept or unblocked: of one user, or of all. When a provider cannot be reached, the next run tries again. A plan that was paid for after
 * the request ends, too.
 */
export async function settleLeavingPlans(
  platform: PaymentPlatform,
  userId?: string,
): Promise<void> {
  const { database, payments, log } = platform;
  const { leaving, state, endsAtPeriodEnd } = subscription;
  await database.transaction(async (transaction) => {
    // The locks keep an account from being kept or unblocked between these queries and the mark.
    const leavers = await transaction
      .select({ userId: accountDeletion.userId })
      .from(accountDeletion)
      .where(userId === undefined ? undefined : eq(accountDeletion.userId, userId))
      .for('share');
    const blocked = await transaction
      .select({ userId: accountBlock.userId })
      .from(accountBlock)
      .where(userId === undefined ? undefined : eq(accountBlock.userId, userId))
      .for('share');
    await markLeavingPlans(
      transaction,
      [...leavers, ...blocked].map((row) => row.userId),
    );
  });
  const unsettled = await database.query
    .select()
    .from(subscription)
    .where(
      and(
        userId === undefined ? undefined : eq(subscription.userId, userId),
        ne(state, 'ended'),
        inArray(subscription.method, [...payments.keys()]),
        or(
          eq(leaving, 'resuming'),
          and(eq(leaving, 'ending'), or(eq(endsAtPeriodEnd, false), ne(state, 'active'))),
        ),
      ),
    );
  for (const found of unsettled) {
    await settle(platform, found).catch((error: unknown) =>
      log.warn({ subscription: found.id, error: redactedError(error) }, 'a leaving plan waits'),
    );
  }
}

/**
 * Brings the provider's state in line with the mark. The mark is read with every try, because the user may keep the
 * account while the provider is asked.
 */
async function settle(platform: PaymentPlatform, found: SubscriptionRow): Promise<void> {
  const { id, providerId } = found;
  const { query } = platform.database;
  let marked: SubscriptionRow | undefined;
  let hasAsked = false;
  await refreshSubscription(
    platform,
    found,
    async (gateway) => {
      marked = await findSubscriptionById(query, id);
      if (!marked?.leaving) {
        return hasAsked && marked
          ? gateway.setEndsAtPeriodEnd(providerId, marked.endsAtPeriodEnd)
          : gateway.read(providerId);
      }
      hasAsked = true;
      return marked.leaving === 'ending'
        ? endWithPeriod(gateway, providerId)
        : gateway.setEndsAtPeriodEnd(providerId, false);
    },
    (state) => (marked?.leaving === 'resuming' ? resumedPlan(marked, state) : {}),
  );
  const resumed = await findSubscriptionById(query, id);
  if (resumed?.nextChangeId) await askForDowngrade(platform, resumed);
}

/** Returns the columns of a plan that renews again, with the downgrade that waited before the deletion. */
function resumedPlan(
  { keptProduct, keptAmount }: SubscriptionRow,
  { periodEnds }: SubscriptionState,
): ChangedPlan {
  if (keptProduct === null || keptAmount === null) return notLeaving;
  return {
    ...notLeaving,
    nextProduct: keptProduct,
    nextAmount: keptAmount,
    nextFrom: periodEnds,
    nextChangeId: randomUUID(),
    nextConfirmed: false,
  };
}
