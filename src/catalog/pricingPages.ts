import { type Frame, frameOf, isSelling, startingCreditsOf } from '#catalog/frame.ts';
import { pageImage } from '#catalog/openGraph.ts';
import { type Snapshot, readSnapshot } from '#catalog/readSnapshot.ts';
import { type BasicQueries, basicQueries, coversAdvertised } from '#domain/advertised.ts';
import { startingCredits } from '#domain/credits.ts';
import type { Day } from '#domain/dates.ts';
import { type Language, languages } from '#domain/languages.ts';
import { type CatalogueModel, isReplaced, tipOf } from '#domain/modelSettings.ts';
import { gptPrice, mediaMinutes } from '#domain/models.ts';
import type { Currency } from '#domain/money.ts';
import { type Offers, type PricePromotion, offers } from '#domain/offers.ts';
import { advertisedProQueries, packs, planCredits, products, type Product } from '#domain/plans.ts';
import { type Quote, pricedCurrencies, promotionOf, quote } from '#domain/quote.ts';
import { pricingPath } from '#domain/urls.ts';
import { translator } from '#i18n/translate.ts';

/** What the pricing page shows: the plans as they stand in `domain/`, the models as they are offered here. */
export type PricingView = {
  frame: Frame;
  startingCredits: number;
  gptPrice: number;
  /** About how long music or a video takes to be made. */
  mediaMinutes: number;
  models: readonly PricedModel[];
  planCredits: typeof planCredits;
  /** The price of each product, in each currency that has a price for every product. */
  quotes: Quotes;
  /** `null` while none runs or nothing can be bought here. */
  proPromotion: Pick<PricePromotion, 'percentOff' | 'to'> | null;
  /** `null` where one of the models is not offered. */
  basicQueries: BasicQueries | null;
  packs: typeof packs;
  yearlyPercentOff: number;
  /** `null` while the credits of Pro do not cover them. */
  advertisedProQueries: number | null;
};

export type Quotes = Partial<Record<Currency, Record<Product, Quote>>>;

export type PricedModel = Pick<CatalogueModel, 'id' | 'title' | 'price'> & {
  /** The operator's words; `null` for the product's own, `models.{id}`, where it ships the model. */
  tip: string | null;
  shipped: boolean;
  /** Whether a successor answers in its place. */
  replaced: boolean;
};

/** The pricing page in every language. */
export function pricingPages(snapshot: Snapshot = readSnapshot()): PricingView[] {
  // Nothing is promoted that nobody can buy.
  const catalogue = isSelling() ? offers : { ...offers, promotions: [] };
  const day = snapshot.closedDay;
  const quotes = quotesOn(day, catalogue);
  return languages.map((language) => ({
    frame: frameOf(
      language,
      pricingPath(language),
      pageImage(language, translator(language, 'pricing')('heading')),
    ),
    startingCredits: startingCreditsOf(startingCredits),
    gptPrice,
    mediaMinutes,
    models: pricedModels(snapshot, language),
    planCredits,
    quotes,
    proPromotion: promotionOf('pro', day, catalogue) ?? null,
    basicQueries: basicQueries(snapshot.models),
    packs,
    yearlyPercentOff: offers.yearlyPercentOff,
    advertisedProQueries: coversAdvertised(snapshot.models) ? advertisedProQueries : null,
  }));
}

function quotesOn(day: Day, catalogue: Offers): Quotes {
  return Object.fromEntries(
    pricedCurrencies(day, catalogue).map((currency) => [
      currency,
      Object.fromEntries(
        products.flatMap((product) => {
          const found = quote({ product, currency, day }, catalogue);
          return found ? [[product, found]] : [];
        }),
      ),
    ]),
  );
}

function pricedModels({ models, closedDay }: Snapshot, language: Language): PricedModel[] {
  return models
    .filter(({ hidden }) => !hidden)
    .map((model) => ({
      id: model.id,
      title: model.title,
      price: model.price,
      tip: tipOf(model, language),
      shipped: model.shipped,
      replaced: isReplaced(model, closedDay),
    }));
}
