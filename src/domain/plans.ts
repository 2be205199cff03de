/** Credits of each pack. */
export const packs = [
  { id: 'credit_500', credits: 500 },
  { id: 'credit_1000', credits: 1_000 },
] as const;

/** Credits that the plans give: Basic by the week, Pro by the month. Prices are in `offers.ts`. */
export const planCredits = { basicPerWeek: 200, proPerMonth: 13_500 } as const;

/** The queries of each kind that Pro advertises; its credits must cover them at list price. */
export const advertisedProQueries = 1_500;

export const products = [
  'basic_month',
  'basic_year',
  'pro_month',
  'pro_year',
  'credit_500',
  'credit_1000',
] as const;

export type Product = (typeof products)[number];

/** Returns the credits that a product grants: at once, or in each week of Basic and each month of Pro. */
export function creditsOf(product: Product): number {
  if (product.startsWith('basic_')) return planCredits.basicPerWeek;
  if (product.startsWith('pro_')) return planCredits.proPerMonth;
  return packs.find(({ id }) => id === product)?.credits ?? 0;
}

/** A user's standing by their plan: the benefits of plans beside credits go by this. */
export const tiers = ['free', 'basic', 'pro'] as const;

export type Tier = (typeof tiers)[number];

/** Returns the tier of a user who has these products now; packs are no plan. */
export function tierOf(owned: Iterable<Product>): Tier {
  const plans = new Set([...owned].map((product) => product.split('_', 1)[0]));
  if (plans.has('pro')) return 'pro';
  return plans.has('basic') ? 'basic' : 'free';
}
