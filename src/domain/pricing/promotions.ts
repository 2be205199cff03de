import type { Day } from '#domain/dates.ts';
import { offers } from '#domain/pricing/offers.ts';

/**
 * An announcement in the banner, shown from `from` to `to`, both days included. Its text is the message
 * `site.promotion.{id}` with the last day, `factor` (multiple of the queries) and `percentOff`.
 */
export type Promotion = {
  id: string;
  from: Day;
  to: Day;
  page: 'pricing' | 'ranking';
  factor: number;
  percentOff: number;
};

/** The specified promotions, the most important first. Each runs as long as its lower price. */
export const promotions: readonly Promotion[] = offers.promotions.map(
  ({ id, from, to, percentOff }) => ({ id, from, to, page: 'pricing', factor: 10, percentOff }),
);

/** Returns the promotion to show on `day`, if one runs. */
export function promotionOn(
  day: Day,
  known: readonly Promotion[] = promotions,
): Promotion | undefined {
  return known.find((promotion) => promotion.from <= day && day <= promotion.to);
}
