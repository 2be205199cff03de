import type { Day } from '#domain/dates.ts';

/** A dated announcement in the banner. Its text is the message `site.promotion.{id}`; it shows itself from `from` to `to`. */
export type Promotion = { id: string; from: Day; to: Day; page: 'pricing' | 'ranking' };

/** The specification's promotions as dated data, the most important first. */
export const promotions: readonly Promotion[] = [
  { id: 'pro38', from: '2026-01-01', to: '2026-12-31', page: 'pricing' },
];

/** The promotion to show on `day`, if one runs. Both of its ends belong to it. */
export function promotionOn(
  day: Day,
  known: readonly Promotion[] = promotions,
): Promotion | undefined {
  return known.find((promotion) => promotion.from <= day && day <= promotion.to);
}
