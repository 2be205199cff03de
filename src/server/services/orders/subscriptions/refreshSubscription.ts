import { and, eq, ne } from 'drizzle-orm';
import type { PaymentMethod } from '#domain/orders/payments.ts';
import type { CorePlatform, PaymentPlatform } from '#server/context.ts';
import { findRow } from '#server/db/findRow.ts';
import { subscription } from '#server/db/schema/orders.ts';
import {
  PaymentUnknownError,
  type Payments,
  type SubscriptionGateway,
  type SubscriptionState,
} from '#server/gateways/payments/payments.ts';
import type { SubscriptionRow } from '#server/services/orders/subscriptions/findSubscription.ts';
import {
  type ChangedPlan,
  latestPeriod,
  noNextPlan,
} from '#server/services/orders/subscriptions/subscriptionColumns.ts';

type Ask = (gateway: SubscriptionGateway) => Promise<SubscriptionState>;

/** The most tries while other requests store another state. */
const mostTries = 8;

/**
 * Asks the provider to change or read a subscription, and stores the returned state. When another state was stored
 * meanwhile, the returned one may be older and the change undone, so `ask` runs again: it must be repeatable. `next`
 * returns further columns to change in the same statement. Throws `PaymentUnknownError`.
 */
export async function refreshSubscription(
  platform: PaymentPlatform,
  found: Pick<SubscriptionRow, 'id' | 'method' | 'providerId'>,
  ask: Ask = (gateway) => gateway.read(found.providerId),
  next?: (state: SubscriptionState) => ChangedPlan,
): Promise<SubscriptionState> {
  const gateway = subscriptionGateway(platform.payments, found.method);
  for (let tries = 0; tries < mostTries; tries += 1) {
    const before = await readVersion(platform, found.id);
    const state = await ask(gateway);
    if (before.state === 'ended' || (await store(platform, found.id, before, state, next))) {
      return state;
    }
  }
  throw new PaymentUnknownError('The subscription is changed at the same time');
}

/** Returns the gateway of a method that renews plans. Throws `PaymentUnknownError` when it is not configured. */
export function subscriptionGateway(
  payments: Payments,
  method: PaymentMethod,
): SubscriptionGateway {
  const gateway = payments.get(method)?.subscriptions;
  if (gateway) return gateway;
  throw new PaymentUnknownError('This method has no subscriptions here');
}

type StoredVersion = Pick<SubscriptionRow, 'version' | 'state'>;

async function readVersion({ database }: CorePlatform, id: string): Promise<StoredVersion> {
  const row = await findRow(database.query, subscription, eq(subscription.id, id));
  if (!row) throw new Error('There is no such subscription');
  return row;
}

/** Returns whether the state was stored. An ended subscription stays ended, and the period never moves back. */
async function store(
  { database, now }: CorePlatform,
  id: string,
  { version }: StoredVersion,
  state: SubscriptionState,
  next: ((state: SubscriptionState) => ChangedPlan) | undefined,
): Promise<boolean> {
  // A plan that ends has no next period.
  const isLast = state.endsAtPeriodEnd || state.state === 'ended';
  const stored = await database.query
    .update(subscription)
    .set({
      state: state.state,
      endsAtPeriodEnd: state.endsAtPeriodEnd,
      ...latestPeriod(state.periodStarts, state.periodEnds),
      ended: state.state === 'ended' ? now() : null,
      version: version + 1,
      ...(isLast ? noNextPlan : next?.(state)),
    })
    .where(
      and(
        eq(subscription.id, id),
        eq(subscription.version, version),
        ne(subscription.state, 'ended'),
      ),
    );
  return (stored.rowCount ?? 0) > 0;
}
