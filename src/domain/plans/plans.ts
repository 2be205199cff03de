/** Credits of each pack. */
export const packs = [
  { id: 'credit_500', credits: 500 },
  { id: 'credit_1000', credits: 1_000 },
] as const;

/** Credits of the plans: Basic per week, Pro per month. Prices are in `offers.ts`. */
export const planCredits = { basicPerWeek: 200, proPerMonth: 13_500 } as const;

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

/** Returns the credits of a product: those of a pack, of each week of Basic, or of each month of Pro. */
export function creditsOf(product: Product): number {
  if (product.startsWith('basic_')) return planCredits.basicPerWeek;
  if (product.startsWith('pro_')) return planCredits.proPerMonth;
  return packs.find(({ id }) => id === product)?.credits ?? 0;
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
