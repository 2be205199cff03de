/** What can be granted or bought. Money in minor units (cents, fen). */
export const packs = [
  { id: 'credit_500', credits: 500, prices: { USD: 499, CNY: 3_600 } },
  { id: 'credit_1000', credits: 1_000, prices: { USD: 899, CNY: 6_400 } },
] as const;

export const plans = [
  {
    id: 'basic',
    creditsPerWeek: 200,
    prices: { USD: 899, CNY: 6_400 },
    promotion: undefined,
  },
  {
    id: 'pro',
    creditsPerMonth: 13_500,
    prices: { USD: 4_676, CNY: 33_400 },
    promotion: { prices: { USD: 2_899, CNY: 20_700 }, percentOff: 38, endsOn: '2026-12-31' },
  },
] as const;

/** Percent off when a plan is paid by the year. */
export const yearlyPercentOff = 20;

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

/** Credits that a product grants: at once, or in each week of Basic and each month of Pro. */
export function creditsOf(product: Product): number {
  const [basic, pro] = plans;
  if (product.startsWith('basic_')) return basic.creditsPerWeek;
  if (product.startsWith('pro_')) return pro.creditsPerMonth;
  return packs.find(({ id }) => id === product)?.credits ?? 0;
}

/** What a user's plan makes of them: what plans promise beside credits goes by this. */
export const tiers = ['free', 'basic', 'pro'] as const;

export type Tier = (typeof tiers)[number];

/** The tier of a user who has these products now; packs are no plan. */
export function tierOf(owned: Iterable<Product>): Tier {
  const plans = new Set([...owned].map((product) => product.split('_', 1)[0]));
  if (plans.has('pro')) return 'pro';
  return plans.has('basic') ? 'basic' : 'free';
}
