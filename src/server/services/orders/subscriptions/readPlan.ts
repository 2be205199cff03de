import type { PlanPreview, PrepaidPlan, RenewingPlan } from '#contract/orders/subscription.ts';
import { dayOf } from '#domain/dates.ts';
import { otherPlans, planChangeKind } from '#domain/plans/planChange.ts';
import { planProducts } from '#domain/plans/planTerms.ts';
import { creditsOf } from '#domain/plans/plans.ts';
import { quote } from '#domain/pricing/quote.ts';
import { hasWithdrawal } from '#domain/orders/sellerLaw.ts';
import { type Context, signedInUser } from '#server/context.ts';
import {
  type SubscriptionRow,
  findLiveSubscription,
} from '#server/services/orders/subscriptions/findSubscription.ts';
import {
  type OpenTerm,
  type PlanPart,
  type PlanPlace,
  creditsFrom,
  planPartsOf,
  previewPlans,
  readPlanTerms,
} from '#server/services/plans/previewPlans.ts';
import { findRunningUpgrade } from '#server/services/orders/subscriptions/livePlan.ts';

/** A user's terms that have not ended at `now`. They are read once for a whole response. */
type OpenTerms = { open: readonly OpenTerm[]; now: Date };

/**
 * Returns the acting user's running plan for the contract: the one that renews itself, or else the one that is paid for
 * until a day. Throws `not_signed_in`.
 */
export async function readPlan(context: Context): Promise<RenewingPlan | PrepaidPlan | null> {
  return runningPlan(context, await readTerms(context));
}

/**
 * Returns the acting user's running plan, and the effect of buying each plan now on the paid ones. Throws
 * `not_signed_in`.
 */
export async function readPlanAndPreviews(
  context: Context,
): Promise<{ plan: RenewingPlan | PrepaidPlan | null; previews: PlanPreview[] }> {
  const terms = await readTerms(context);
  return { plan: await runningPlan(context, terms), previews: previewsOf(terms) };
}

async function readTerms(context: Context): Promise<OpenTerms> {
  const now = context.now();
  const userId = signedInUser(context);
  return { open: await readPlanTerms(context.database.query, userId, now), now };
}

async function runningPlan(
  context: Context,
  terms: OpenTerms,
): Promise<RenewingPlan | PrepaidPlan | null> {
  const live = await findLiveSubscription(context.database.query, signedInUser(context));
  return live ? renewingPlan(context, live, terms) : prepaidPlan(terms);
}

async function renewingPlan(
  context: Context,
  live: SubscriptionRow,
  terms: OpenTerms,
): Promise<RenewingPlan> {
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
    credits: nextCredits(live, terms, isEnding || waiting !== null),
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
    changes: state === 'active' && live.leaving === null ? changesOf(live, terms) : [],
    parts: planPartsOf(terms.open, { billed: false }).map(partResponse),
  };
}

/** Returns the credits of the next week or month: of this period, or else of the next one unless this plan ends first. */
function nextCredits(live: SubscriptionRow, { open, now }: OpenTerms, isLast: boolean): number {
  const { product, periodEnds } = live;
  const billed = open.findLast((term) => term.lotsUntil !== null && term.product === product);
  if (billed && (isLast || billed.nextLot)) return creditsFrom(billed, billed.nextLot);
  return creditsOf(product, dayOf(billed ? periodEnds : now));
}

function changesOf(live: SubscriptionRow, { open, now }: OpenTerms): RenewingPlan['changes'] {
  const { currency, periodEnds, nextProduct } = live;
  const previews = previewPlans(open, now);
  return otherPlans(live.product).flatMap((product) => {
    const kind = planChangeKind(live.product, product);
    const price = quote({ product, currency, day: dayOf(now) });
    if (kind === undefined || !price || product === nextProduct) return [];
    const isUpgrade = kind === 'upgrade';
    const preview = previews.find((each) => each.product === product)?.renewing;
    const moved = isUpgrade ? (preview?.moved ?? []).map(partResponse) : [];
    const from = isUpgrade ? null : periodEnds.toISOString();
    const credits = creditsOf(product, dayOf(isUpgrade ? now : periodEnds));
    return [{ product, kind, credits, amount: price.total, from, moved }];
  });
}

/** Of the parts that run now, a last week of Basic beside Pro for example, the largest plan is shown. */
function prepaidPlan({ open, now }: OpenTerms): PrepaidPlan | null {
  const parts = planPartsOf(open, { billed: true });
  const running = parts
    .filter(({ starts }) => starts <= now)
    .toSorted((one, other) => sizeOf(other) - sizeOf(one) || Number(other.ends) - Number(one.ends))
    .at(0);
  const shown = running ?? parts.at(0);
  if (!shown) return null;
  return {
    kind: 'prepaid',
    product: shown.product,
    credits: shown.credits,
    ends: shown.ends.toISOString(),
    parts: parts.map(partResponse),
  };
}

function sizeOf({ product }: PlanPart): number {
  return planProducts.indexOf(product);
}

function previewsOf({ open, now }: OpenTerms): PlanPreview[] {
  return previewPlans(open, now).map(({ product, once, renewing, renewsFrom }) => ({
    product,
    once: placeResponse(once, now),
    renewing: renewing ? placeResponse(renewing, now) : null,
    renews_from: renewsFrom?.toISOString() ?? null,
  }));
}

function placeResponse({ starts, moved }: PlanPlace, now: Date): PlanPreview['once'] {
  return { starts: starts > now ? starts.toISOString() : null, moved: moved.map(partResponse) };
}

function partResponse({ product, credits, starts, ends }: PlanPart) {
  return { product, credits, starts: starts.toISOString(), ends: ends.toISOString() };
}
