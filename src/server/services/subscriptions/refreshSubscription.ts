import { and, eq, ne, sql } from 'drizzle-orm';
import { subscription } from '#server/db/schema/orders.ts';
import {
  PaymentUnknownError,
  type SubscriptionGateway,
  type SubscriptionState,
} from '#server/gateways/payments/payments.ts';
import type { SubscriptionRow } from '#server/services/orders/findSubscription.ts';
import type { OrderDependencies } from '#server/services/orders/order.ts';

/** The columns of a downgrade that waits. */
export type NextPlan = Pick<
  SubscriptionRow,
  'nextProduct' | 'nextAmount' | 'nextFrom' | 'nextChangeId' | 'nextConfirmed'
>;

export const noNextPlan: NextPlan = {
  nextProduct: null,
  nextAmount: null,
  nextFrom: null,
  nextChangeId: null,
  nextConfirmed: false,
};

type Ask = (gateway: SubscriptionGateway) => Promise<SubscriptionState>;

/** How often another state is stored while the provider is asked before this gives up. */
const mostTries = 5;

/**
 * Asks the provider to change or read a subscription and stores the state that it has then. When another state was stored
 * meanwhile, the provider's answer may be older and its change undone, so `ask` runs again: it must be repeatable. `next`
 * changes the downgrade that waits in the same statement. Throws `PaymentUnknownError`.
 */
export async function refreshSubscription(
  dependencies: Pick<OrderDependencies, 'database' | 'payments' | 'now'>,
  found: Pick<SubscriptionRow, 'id' | 'method' | 'providerId'>,
  ask: Ask = (gateway) => gateway.read(found.providerId),
  next?: (state: SubscriptionState) => Partial<NextPlan>,
): Promise<SubscriptionState> {
  const gateway = dependencies.payments.get(found.method)?.subscriptions;
  if (!gateway) throw new PaymentUnknownError('This method has no subscriptions here');
  for (let tries = 0; tries < mostTries; tries += 1) {
    const seen = await readVersion(dependencies, found.id);
    const state = await ask(gateway);
    if (seen.state === 'ended' || (await store(dependencies, found.id, seen, state, next))) {
      return state;
    }
  }
  throw new PaymentUnknownError('The subscription is changed at the same time');
}

type Seen = Pick<SubscriptionRow, 'version' | 'state'>;

async function readVersion(
  { database }: Pick<OrderDependencies, 'database'>,
  id: string,
): Promise<Seen> {
  const [row] = await database.query
    .select({ version: subscription.version, state: subscription.state })
    .from(subscription)
    .where(eq(subscription.id, id));
  if (!row) throw new Error('There is no such subscription');
  return row;
}

/** A subscription that has ended stays so, and its period never goes back. Returns whether the state was stored. */
async function store(
  { database, now }: Pick<OrderDependencies, 'database' | 'now'>,
  id: string,
  { version }: Seen,
  state: SubscriptionState,
  next: ((state: SubscriptionState) => Partial<NextPlan>) | undefined,
): Promise<boolean> {
  const [starts, ends] = [state.periodStarts.toISOString(), state.periodEnds.toISOString()];
  // A plan that ends has no next period.
  const isLast = state.endsAtPeriodEnd || state.state === 'ended';
  const stored = await database.query
    .update(subscription)
    .set({
      state: state.state,
      endsAtPeriodEnd: state.endsAtPeriodEnd,
      periodStarts: sql`greatest(${subscription.periodStarts}, ${starts}::timestamptz)`,
      // A period that an upgrade begins may end before the one that it replaces.
      periodEnds: sql`case when ${subscription.periodStarts} > ${starts}::timestamptz
        then ${subscription.periodEnds} else ${ends}::timestamptz end`,
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
