import { type Frame, frameOf, paymentMethodsHere, startingCreditsOf } from '#catalog/frame.ts';
import { pageImage } from '#catalog/openGraph.ts';
import { type Snapshot, readSnapshot } from '#catalog/readSnapshot.ts';
import { type ShownPrice, shownPrices } from '#catalog/shownPrices.ts';
import { publishingDay } from '#catalog/today.ts';
import { type Queries, coversAdvertised, queriesFor } from '#domain/advertised.ts';
import { startingCredits } from '#domain/credits.ts';
import { type Language, languages } from '#domain/languages.ts';
import { type CatalogueModel, isReplaced, tipOf } from '#domain/modelSettings.ts';
import { gptPrice, mediaMinutes } from '#domain/models.ts';
import type { Currency } from '#domain/money.ts';
import { type Offers, offers } from '#domain/offers.ts';
import { advertisedProQueries, packs, planCredits } from '#domain/plans.ts';
import { pricedCurrencies } from '#domain/quote.ts';
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
  /** The ways to pay here; without one nothing can be bought, and credits come by codes. */
  methods: readonly string[];
  /** Those that can be chosen; the first one is shown at first. */
  currencies: readonly Currency[];
  prices: readonly ShownPrice[];
  /** What a week of Basic is enough for; `null` where one of the models is not offered. */
  basicQueries: Queries | null;
  packs: typeof packs;
  yearlyPercentOff: number;
  /** `null` while the credits of Pro do not cover them. */
  advertisedProQueries: number | null;
};

export type PricedModel = Pick<CatalogueModel, 'id' | 'title' | 'price' | 'coming'> & {
  /** The operator's words; `null` for the product's own, `models.{id}`, where it ships the model. */
  tip: string | null;
  shipped: boolean;
  /** Whether a successor answers in its place. */
  replaced: boolean;
};

/** The pricing page in every language. */
export function pricingPages(
  snapshot: Snapshot = readSnapshot(),
  catalogue: Offers = offers,
): PricingView[] {
  const day = publishingDay(snapshot);
  const methods = paymentMethodsHere();
  // Nothing is promoted that nobody can buy.
  const offered = methods.length > 0 ? catalogue : { ...catalogue, promotions: [] };
  const prices = shownPrices(day, offered);
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
    methods,
    currencies: currenciesOf(language, pricedCurrencies(day, offered)),
    prices,
    basicQueries: queriesFor(planCredits.basicPerWeek, snapshot.models),
    packs,
    yearlyPercentOff: catalogue.yearlyPercentOff,
    advertisedProQueries: coversAdvertised(snapshot.models) ? advertisedProQueries : null,
  }));
}

/** The currency of a language's readers first. */
function currenciesOf(language: Language, known: readonly Currency[]): Currency[] {
  const first = language === 'zh' ? 'CNY' : 'USD';
  return known.toSorted((one, other) => Number(other === first) - Number(one === first));
}

function pricedModels({ models, closedDay }: Snapshot, language: Language): PricedModel[] {
  return models
    .filter(({ hidden }) => !hidden)
    .map((model) => ({
      id: model.id,
      title: model.title,
      price: model.price,
      coming: model.coming,
      tip: tipOf(model, language),
      shipped: model.shipped,
      replaced: isReplaced(model, closedDay),
    }));
}
