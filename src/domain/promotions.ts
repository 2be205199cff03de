import type { Day } from '#domain/dates.ts';
import { offers } from '#domain/offers.ts';

/**
 * A dated announcement in the banner; it shows itself from `from` to `to`. Its text is the message
 * `site.promotion.{id}` with the end, `factor` (how many times the queries) and `percentOff`.
 */
export type Promotion = {
  id: string;
  from: Day;
  to: Day;
  page: 'pricing' | 'ranking';
  factor: number;
  percentOff: number;
};

/** The specification's promotions as dated data, the most important first: each runs as long as its lower price. */
export const promotions: readonly Promotion[] = offers.promotions.map(
  ({ id, from, to, percentOff }) => ({ id, from, to, page: 'pricing', factor: 10, percentOff }),
);

/** The promotion to show on `day`, if one runs. Both of its ends belong to it. */
export function promotionOn(
  day: Day,
  known: readonly Promotion[] = promotions,
): Promotion | undefined {
  return known.find((promotion) => promotion.from <= day && day <= promotion.to);
}
