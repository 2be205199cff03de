import type { BuildContext } from '#catalog/buildContext.ts';
import { type Frame, frameWithHeading } from '#catalog/site/frame.ts';
import type { Snapshot } from '#catalog/readSnapshot.ts';
import { type ShownPrice, shownPrices } from '#catalog/pricing/shownPrices.ts';
import { publishingDay } from '#catalog/today.ts';
import { type Queries, coversAdvertised, queriesFor } from '#domain/pricing/advertised.ts';
import { type Language, languages } from '#domain/languages/languages.ts';
import { type CatalogueModel, isReplaced, tipOf } from '#domain/models/modelSettings.ts';
import { gptPrice, mediaMinutes } from '#domain/models/models.ts';
import { firstCurrency } from '#domain/pricing/creditPrice.ts';
import type { Currency } from '#domain/pricing/money.ts';
import { type Offers, offers } from '#domain/pricing/offers.ts';
import { advertisedProQueries, packs, planCredits } from '#domain/plans/plans.ts';
import { pricedCurrencies } from '#domain/pricing/quote.ts';
import { pricingPath } from '#domain/pricing/pricingPaths.ts';
import { creditPriceText } from '#i18n/creditPriceText.ts';

/** The view of the pricing page: the plans, and the models of this server. */
export type PricingView = {
  frame: Frame;
  startingCredits: number;
  /** What a credit costs, in words, in each currency. */
  creditPrices: readonly { currency: Currency; text: string }[];
  gptPrice: number;
  /** The price of AI search on the web. */
  search: Pick<CatalogueModel, 'price' | 'coming'>;
  /** Usual duration of making music or a video, in minutes. */
  mediaMinutes: number;
  models: readonly PricedModel[];
  planCredits: typeof planCredits;
  /** The payment methods. Without any, nothing can be bought, and credits come only from codes. */
  methods: readonly string[];
  /** The currencies to choose from; the first one is preselected. */
  currencies: readonly Currency[];
  prices: readonly ShownPrice[];
  /** The number of queries that a week of Basic pays for; `null` if one of the models is not offered. */
  basicQueries: Queries | null;
  packs: typeof packs;
  yearlyPercentOff: number;
  /** `null` if the credits of Pro do not pay for the advertised number. */
  advertisedProQueries: number | null;
};

export type PricedModel = Pick<CatalogueModel, 'id' | 'title' | 'price' | 'coming'> & {
  /** The operator's text; `null` for the product's text, `models.{id}`, of a shipped model. */
  tip: string | null;
  shipped: boolean;
  /** Why the model does not answer itself: a successor answers (`replaced`), or there is no provider. */
  state: 'replaced' | 'closed' | 'unavailable' | undefined;
};

/** Returns the pricing page in every language. */
export function pricingPages(context: BuildContext, catalogue: Offers = offers): PricingView[] {
  const { snapshot, shop } = context;
  const day = publishingDay(snapshot);
  const methods = shop.paymentMethods;
  // Without a payment method, a promotion would advertise something that is not for sale.
  const offered = methods.length > 0 ? catalogue : { ...catalogue, promotions: [] };
  const prices = shownPrices(day, offered);
  const currencies = pricedCurrencies(day, offered);
  const answered = snapshot.models.filter(({ id }) => !snapshot.unavailable.has(id));
  return languages.map((language) => ({
    frame: frameWithHeading(context, language, pricingPath(language), 'pricing'),
    startingCredits: shop.startingCredits,
    creditPrices: currencies.flatMap((currency) => {
      const text = creditPriceText(language, day, currency, offered);
      return text === undefined ? [] : [{ currency, text }];
    }),
    gptPrice,
    search: { price: snapshot.search.price, coming: snapshot.search.coming },
    mediaMinutes,
    models: pricedModels(snapshot, language),
    planCredits,
    methods,
    currencies: currenciesOf(language, currencies),
    prices,
    basicQueries: queriesFor(planCredits.basicPerWeek, answered),
    packs,
    yearlyPercentOff: catalogue.yearlyPercentOff,
    advertisedProQueries: coversAdvertised(answered) ? advertisedProQueries : null,
  }));
}

/** Returns the currencies, the one for the language first. */
function currenciesOf(language: Language, known: readonly Currency[]): Currency[] {
  const first = firstCurrency(language);
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
