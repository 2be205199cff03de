import { type Frame, frameOf, startingCreditsOf } from '#catalog/frame.ts';
import { pageImage } from '#catalog/openGraph.ts';
import { startingCredits } from '#domain/credits.ts';
import { languages } from '#domain/languages.ts';
import { type Model, gptPrice, mediaMinutes, models } from '#domain/models.ts';
import { advertisedProQueries, packs, plans, yearlyPercentOff } from '#domain/plans.ts';
import { pricingPath } from '#domain/urls.ts';
import { translator } from '#i18n/translate.ts';

/** What the pricing page shows: the catalogue of prices as it stands in `domain/`. */
export type PricingView = {
  frame: Frame;
  startingCredits: number;
  gptPrice: number;
  /** About how long music or a video takes to be made. */
  mediaMinutes: number;
  models: readonly Pick<Model, 'id' | 'title' | 'kind' | 'price'>[];
  plans: typeof plans;
  packs: typeof packs;
  yearlyPercentOff: number;
  advertisedProQueries: number;
};

/** The pricing page in every language. */
export function pricingPages(): PricingView[] {
  return languages.map((language) => ({
    frame: frameOf(
      language,
      pricingPath(language),
      pageImage(language, translator(language, 'pricing')('heading')),
    ),
    startingCredits: startingCreditsOf(startingCredits),
    gptPrice,
    mediaMinutes,
    models: models.map(({ id, title, kind, price }) => ({ id, title, kind, price })),
    plans,
    packs,
    yearlyPercentOff,
    advertisedProQueries,
  }));
}
