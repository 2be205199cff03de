import type { Day } from '#domain/dates.ts';
import { plans } from '#domain/plans.ts';

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

const [, pro] = plans;

/** The specification's promotions as dated data, the most important first. */
export const promotions: readonly Promotion[] = [
  {
    id: 'pro38',
    from: '2026-01-01',
    to: pro.promotion.endsOn,
    page: 'pricing',
    factor: 10,
    percentOff: pro.promotion.percentOff,
  },
];

/** The promotion to show on `day`, if one runs. Both of its ends belong to it. */
export function promotionOn(
  day: Day,
  known: readonly Promotion[] = promotions,
): Promotion | undefined {
  return known.find((promotion) => promotion.from <= day && day <= promotion.to);
}
