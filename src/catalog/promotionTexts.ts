import type { Shop } from '#catalog/buildSettings.ts';
import { languages } from '#domain/languages.ts';
import { promotions } from '#domain/promotions.ts';
import { pricingPath, rankingPath } from '#domain/urls.ts';
import { formatOf } from '#i18n/format.ts';
import { translator } from '#i18n/translate.ts';

type Texts = Readonly<Record<string, string>>;

/** The content of `/promotions.json`: the announcements, and the note about outages of providers, by language. */
export type PromotionTexts = {
  promotions: readonly { id: string; from: string; to: string; texts: Texts; paths: Texts }[];
  disturbed: Texts;
};

/**
 * Returns all announcements. The banner chooses the one of the day, so that no page depends on the time. Without a payment
 * method there are none.
 */
export function promotionTexts({ paymentMethods }: Pick<Shop, 'paymentMethods'>): PromotionTexts {
  const disturbed = languages.map((language) => {
    return [language, translator(language, 'models')('disturbed')] as const;
  });
  return {
    promotions: paymentMethods.length > 0 ? dated() : [],
    disturbed: Object.fromEntries(disturbed),
  };
}

function dated(): PromotionTexts['promotions'] {
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
