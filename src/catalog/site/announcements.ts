import type { Day } from '#domain/dates.ts';
import type { Language } from '#domain/languages/languages.ts';
import { promotions } from '#domain/pricing/promotions.ts';
import { pricingPath } from '#domain/pricing/pricingPaths.ts';
import { rankingPath } from '#domain/ranking/rankingPaths.ts';
import { formatOf } from '#i18n/format.ts';
import { translator } from '#i18n/translate.ts';

/** An announcement of the banner, shown from `from` to `to`, both days included. */
export type Announcement = { from: Day; to: Day; text: string; path: string };

/**
 * Returns all announcements, the most important first. The banner chooses the one of the day, so that no page depends
 * on the time. The list is empty when nothing is for sale.
 */
export function announcementsIn(
  language: Language,
  { sells }: { sells: boolean },
): readonly Announcement[] {
  if (!sells) return [];
  const t = translator(language, 'site');
  const format = formatOf(language);
  return promotions.map(({ id, from, to, page, factor, percentOff }) => ({
    from,
    to,
    text: t(`promotion.${id}`, {
      factor,
      percent: format.percent(percentOff),
      end: format.day(to),
    }),
    path: page === 'pricing' ? pricingPath(language) : rankingPath(language, 'all'),
  }));
}
