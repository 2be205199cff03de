import { languages } from '#domain/languages.ts';
import { promotions } from '#domain/promotions.ts';
import { pricingPath, rankingPath } from '#domain/urls.ts';
import { formatOf } from '#i18n/format.ts';
import { translator } from '#i18n/translate.ts';

/** What `/promotions.json` holds: the dated announcements with their texts and links by language. */
export type PromotionTexts = readonly {
  id: string;
  from: string;
  to: string;
  texts: Readonly<Record<string, string>>;
  paths: Readonly<Record<string, string>>;
}[];

/** All promotions; the banner chooses the one of the day, so that nothing in a page depends on a clock. */
export function promotionTexts(): PromotionTexts {
  return promotions.map(({ id, from, to, page, factor, percentOff }) => ({
    id,
    from,
    to,
    texts: Object.fromEntries(
      languages.map((language) => {
        const format = formatOf(language);
        const values = { factor, percent: format.percent(percentOff), end: format.day(to) };
        return [language, translator(language, 'site')(`promotion.${id}`, values)];
      }),
    ),
    paths: Object.fromEntries(
      languages.map((language) => [
        language,
        page === 'pricing' ? pricingPath(language) : rankingPath(language, 'all'),
      ]),
    ),
  }));
}
