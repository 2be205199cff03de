import type { Day } from '#domain/dates.ts';
import type { Language } from '#domain/languages/languages.ts';
import { planCredits } from '#domain/plans/plans.ts';
import { firstCurrency } from '#domain/pricing/creditPrice.ts';
import { type Amounts, offers } from '#domain/pricing/offers.ts';
import { type Promotion, promotionOn } from '#domain/pricing/promotions.ts';
import { pricingPath } from '#domain/pricing/pricingPaths.ts';
import { rankingPath } from '#domain/ranking/rankingPaths.ts';
import { formatOf } from '#i18n/format.ts';
import { translator } from '#i18n/translate.ts';

/** The promotion in the banner of a release, with the prices and the credits that it is about. */
export type AnnouncedPromotion = Promotion & { amounts: Amounts; credits: number };

/** Returns the promotion of the publishing day; `null` without one, or when nothing is for sale. */
export function announcedPromotion(day: Day, sells: boolean): AnnouncedPromotion | null {
  const promotion = sells ? promotionOn(day) : undefined;
  // A continued promotion has a row of its own, with the same name.
  const lower = offers.promotions.find(
    ({ id, from }) => id === promotion?.id && from === promotion.from,
  );
  if (!promotion || !lower) return null;
  return { ...promotion, amounts: lower.amounts, credits: planCredits('pro', day) };
}

/** The announcement of the banner: its text with the clause that explains it, its last day, and where it leads. */
export type Announcement = { text: string; to: Day; path: string };

export function announcementIn(
  language: Language,
  { id, to, page, factor, percentOff, amounts, credits }: AnnouncedPromotion,
): Announcement {
  const t = translator(language, 'site');
  const format = formatOf(language);
  const first = firstCurrency(language);
  const price =
    amounts[first] === undefined
      ? format.money(amounts.USD, 'USD')
      : format.money(amounts[first], first);
  const clauses = [
    t(`promotion.${id}`, { factor, percent: format.percent(percentOff), end: format.day(to) }),
    t(`promotionMeaning.${id}`, { price, credits }),
  ];
  // Chinese and Japanese have no space between sentences.
  return {
    text: clauses.join(/^(zh|ja)/.test(language) ? '' : ' '),
    to,
    path: page === 'pricing' ? pricingPath(language) : rankingPath(language, 'all'),
  };
}
