import { type Day, validOn } from '#domain/dates.ts';
import { type Offers, offers } from '#domain/pricing/offers.ts';

/** Credits of each pack. Those of the plans and all prices are in `offers.ts`. */
export const packs = [
  { id: 'credit_500', credits: 500 },
  { id: 'credit_1000', credits: 1_000 },
] as const;

/** The number of queries of each kind that Pro advertises. Its credits must cover them at list price. */
export const advertisedProQueries = 1_500;

/** The products. Rows store them: none is ever removed. */
export const products = [
  'basic_month',
  'basic_year',
  'pro_month',
  'pro_year',
  'credit_500',
  'credit_1000',
] as const;

export type Product = (typeof products)[number];

/** Returns the credits of a product on a day: those of a pack, of each week of Basic, or of each month of Pro. */
export function creditsOf(product: Product, day: Day, catalogue: Offers = offers): number {
  if (product.startsWith('basic_')) return planCredits('basic', day, catalogue);
  if (product.startsWith('pro_')) return planCredits('pro', day, catalogue);
  return packs.find(({ id }) => id === product)?.credits ?? 0;
}

/** Returns the credits of each week of Basic or each month of Pro on a day. */
export function planCredits(plan: 'basic' | 'pro', day: Day, { credits }: Offers = offers): number {
  const ofPlan = credits.filter((row) => row.plan === plan);
  return (validOn(ofPlan, day) ?? ofPlan[0])?.credits ?? 0;
}

/** The credits of each week or month of a plan: as promised, and the part of them that is still paid for. */
export type LotCredits = { promised: number; credits: number };

/**
 * Returns the credits of a week or month that starts on `day`. A plan that runs gets more when the product gives more, and
 * never less. The part that is paid for stays the same, rounded down.
 */
export function lotCredits(product: Product, term: LotCredits, day: Day): LotCredits {
  const promised = Math.max(term.promised, creditsOf(product, day));
  return { promised, credits: Math.floor((term.credits * promised) / term.promised) };
}

/** The tiers of users. The benefits of plans other than credits depend on the tier. */
export const tiers = ['free', 'basic', 'pro'] as const;

export type Tier = (typeof tiers)[number];

/** Whether a product is a plan for a year. */
export function isYearly(product: Product): boolean {
  return product === 'basic_year' || product === 'pro_year';
}

/** Returns the tier of a user who has these products now. Packs give no tier. */
export function tierOf(owned: Iterable<Product>): Tier {
  const plans = new Set([...owned].map((product) => product.split('_', 1)[0]));
  if (plans.has('pro')) return 'pro';
  return plans.has('basic') ? 'basic' : 'free';
}
