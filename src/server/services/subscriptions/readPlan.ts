import { and, desc, eq, gt } from 'drizzle-orm';
import type { RenewingPlan, PrepaidPlan } from '#contract/subscription.ts';
import { dayOf } from '#domain/dates.ts';
import { otherPlans, planChangeKind } from '#domain/planChange.ts';
import { creditsOf } from '#domain/plans.ts';
import { quote } from '#domain/quote.ts';
import { hasWithdrawal } from '#domain/sellerLaw.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { planTerm } from '#server/db/schema/credits.ts';
import {
  type SubscriptionRow,
  findLiveSubscription,
} from '#server/services/orders/findSubscription.ts';
import { findRunningUpgrade } from '#server/services/subscriptions/livePlan.ts';

/**
 * Returns the acting user's running plan for the contract: the one that renews itself, or else the one that is paid for
 * until a day. Throws `not_signed_in`.
 */
export async function readPlan(context: Context): Promise<RenewingPlan | PrepaidPlan | null> {
  const userId = signedInUser(context);
  const live = await findLiveSubscription(context.database.query, userId);
  return live ? renewingPlan(context, live) : prepaidPlan(context, userId);
}

async function renewingPlan(context: Context, live: SubscriptionRow): Promise<RenewingPlan> {
  const { product, currency, method, state, periodStarts, periodEnds, endsAtPeriodEnd } = live;
  // While the provider is asked, the request of the user counts.
  const isEnding = live.leaving === null ? endsAtPeriodEnd : live.leaving === 'ending';
  const upgrading = await findRunningUpgrade(context, live.id);
  const { nextProduct, nextAmount, nextFrom } = live;
  const waiting =
    nextProduct !== null && nextAmount !== null && nextFrom !== null
      ? { product: nextProduct, amount: nextAmount, from: nextFrom.toISOString() }
      : null;
  return {
    kind: 'renewing',
    product,
    credits: creditsOf(product),
    currency,
    method,
    // For the type only: a subscription that ended is not live.
    state: state === 'ended' ? 'active' : state,
    period: { starts: periodStarts.toISOString(), ends: periodEnds.toISOString() },
    ends_at_period_end: isEnding,
    leaving: live.leaving === 'ending',
    next_amount: isEnding ? null : (waiting?.amount ?? live.amount),
    waiting,
    upgrading: upgrading?.id ?? null,
    needs_waiver: hasWithdrawal(context.config.operator.sellerCountry),
    changes: state === 'active' && live.leaving === null ? changesOf(context, live) : [],
  };
}

function changesOf({ now }: Context, live: SubscriptionRow): RenewingPlan['changes'] {
  const { currency, periodEnds, nextProduct } = live;
  return otherPlans(live.product).flatMap((product) => {
    const kind = planChangeKind(live.product, product);
    const price = quote({ product, currency, day: dayOf(now()) });
    if (kind === undefined || !price || product === nextProduct) return [];
    const from = kind === 'upgrade' ? null : periodEnds.toISOString();
    return [{ product, kind, credits: creditsOf(product), amount: price.total, from }];
  });
}

/** The terms of a user follow each other: the first to end runs now, and the last one ends last. */
async function prepaidPlan(
  { database, now }: Context,
  userId: string,
): Promise<PrepaidPlan | null> {
  const terms = await database.query
    .select({ product: planTerm.product, credits: planTerm.credits, ends: planTerm.ends })
    .from(planTerm)
    .where(and(eq(planTerm.userId, userId), gt(planTerm.ends, now())))
    .orderBy(desc(planTerm.ends));
  const [last, running] = [terms[0], terms.at(-1)];
  if (!last || !running) return null;
  const { product, credits } = running;
  return { kind: 'prepaid', product, credits, ends: last.ends.toISOString() };
}
