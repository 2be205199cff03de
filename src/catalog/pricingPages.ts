import type { BuildContext } from '#catalog/buildContext.ts';
import { type Frame, frameOf } from '#catalog/frame.ts';
import { pageImage } from '#catalog/openGraph.ts';
import type { Snapshot } from '#catalog/readSnapshot.ts';
import { type ShownPrice, shownPrices } from '#catalog/shownPrices.ts';
import { publishingDay } from '#catalog/today.ts';
import { type Queries, coversAdvertised, queriesFor } from '#domain/advertised.ts';
import { type Language, languages } from '#domain/languages.ts';
import { type CatalogueModel, isReplaced, tipOf } from '#domain/modelSettings.ts';
import { gptPrice, mediaMinutes } from '#domain/models.ts';
import type { Currency } from '#domain/money.ts';
import { type Offers, offers } from '#domain/offers.ts';
import { advertisedProQueries, packs, planCredits } from '#domain/plans.ts';
import { pricedCurrencies } from '#domain/quote.ts';
import { pricingPath } from '#domain/urls.ts';
import { translator } from '#i18n/translate.ts';

/** The view of the pricing page: the plans of `domain/` and the models that this server offers. */
export type PricingView = {
  frame: Frame;
  startingCredits: number;
  gptPrice: number;
  /** About how many minutes music or a video takes. */
  mediaMinutes: number;
  models: readonly PricedModel[];
  planCredits: typeof planCredits;
  /** The ways to pay. Without one nothing can be bought, and credits come from codes only. */
  methods: readonly string[];
  /** The currencies to choose from; the first one is preselected. */
  currencies: readonly Currency[];
  prices: readonly ShownPrice[];
  /** The number of queries that a week of Basic pays for; `null` where one of the models is not offered. */
  basicQueries: Queries | null;
  packs: typeof packs;
  yearlyPercentOff: number;
  /** `null` while the credits of Pro do not pay for that many. */
  advertisedProQueries: number | null;
};

export type PricedModel = Pick<CatalogueModel, 'id' | 'title' | 'price' | 'coming'> & {
  /** The operator's text; `null` for the product's own, `models.{id}`, where it ships the model. */
  tip: string | null;
  shipped: boolean;
  /** Why the model does not answer itself: a successor does, or nobody. */
  state: 'replaced' | 'closed' | 'unavailable' | undefined;
};

/** Returns the pricing page in every language. */
export function pricingPages(context: BuildContext, catalogue: Offers = offers): PricingView[] {
  const { snapshot, shop } = context;
  const day = publishingDay(snapshot);
  const methods = shop.paymentMethods;
  // Without a way to pay, a promotion would promise something that nobody can buy.
  const offered = methods.length > 0 ? catalogue : { ...catalogue, promotions: [] };
  const prices = shownPrices(day, offered);
  const answered = snapshot.models.filter(({ id }) => !snapshot.unavailable.has(id));
  return languages.map((language) => ({
    frame: frameOf(
      context,
      language,
      pricingPath(language),
      pageImage(language, translator(language, 'pricing')('heading')),
    ),
    startingCredits: shop.startingCredits,
    gptPrice,
    mediaMinutes,
    models: pricedModels(snapshot, language),
    planCredits,
    methods,
    currencies: currenciesOf(language, pricedCurrencies(day, offered)),
    prices,
    basicQueries: queriesFor(planCredits.basicPerWeek, answered),
    packs,
    yearlyPercentOff: catalogue.yearlyPercentOff,
    advertisedProQueries: coversAdvertised(answered) ? advertisedProQueries : null,
  }));
}

/** Returns the currencies, that of the language's readers first. */
function currenciesOf(language: Language, known: readonly Currency[]): Currency[] {
  const first = language === 'zh' ? 'CNY' : 'USD';
  return known.toSorted((one, other) => Number(other === first) - Number(one === first));
}

function pricedModels(snapshot: Snapshot, language: Language): PricedModel[] {
  return snapshot.models
    .filter(({ hidden }) => !hidden)
    .map((model) => ({
      id: model.id,
      title: model.title,
      price: model.price,
      coming: model.coming,
      tip: tipOf(model, language),
      shipped: model.shipped,
      state: stateOf(model, snapshot),
    }));
}

function stateOf(
  model: CatalogueModel,
  { unavailable, closedDay }: Snapshot,
): PricedModel['state'] {
  const closed = unavailable.get(model.id);
  if (closed !== undefined) return closed === null ? 'unavailable' : 'closed';
  return isReplaced(model, closedDay) ? 'replaced' : undefined;
}
