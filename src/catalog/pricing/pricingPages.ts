import type { BuildContext } from '#catalog/buildContext.ts';
import { type Frame, frameWithHeading } from '#catalog/site/frame.ts';
import type { Snapshot } from '#catalog/readSnapshot.ts';
import { type ModelState, replacementOf, stateOfModel } from '#catalog/pricing/modelState.ts';
import { type ShownPrice, monthOfWeeks, shownPrices } from '#catalog/pricing/shownPrices.ts';
import { publishingDay } from '#catalog/today.ts';
import type { Day } from '#domain/dates.ts';
import { type Queries, coversAdvertised, queriesFor } from '#domain/pricing/advertised.ts';
import { type Language, languages } from '#domain/languages/languages.ts';
import { type CatalogueModel, tipOf } from '#domain/models/modelSettings.ts';
import { gptPrice, mediaMinutes } from '#domain/models/models.ts';
import { firstCurrency } from '#domain/pricing/creditPrice.ts';
import type { Currency } from '#domain/pricing/money.ts';
import { type Offers, offers } from '#domain/pricing/offers.ts';
import { type Product, advertisedProQueries, packs, planCredits } from '#domain/plans/plans.ts';
import { pricedCurrencies } from '#domain/pricing/quote.ts';
import { pricingPath } from '#domain/pricing/pricingPaths.ts';
import { creditPriceText } from '#i18n/creditPriceText.ts';

/** The view of the pricing page: the plans, and the models of this server. */
export type PricingView = {
  frame: Frame;
  startingCredits: number;
  /** The price of a credit in words, for each currency. */
  creditPrices: readonly { currency: Currency; text: string }[];
  gptPrice: number;
  /** The price of AI search on the web. */
  search: Pick<CatalogueModel, 'price' | 'coming'>;
  /** Usual duration of making music or a video, in minutes. */
  mediaMinutes: number;
  models: readonly PricedModel[];
  /** The credits of the plans: those of each week of Basic, about as many as its month has, and those of a month of Pro. */
  planCredits: { basicPerWeek: number; basicPerMonth: number; proPerMonth: number };
  /** The payment methods. Without any, nothing can be bought, and credits come only from codes. */
  methods: readonly string[];
  /** The currencies to choose from; the first one is preselected. */
  currencies: readonly Currency[];
  prices: readonly ShownPrice[];
  /** The number of queries that a month of each plan pays for. */
  basicQueries: Queries;
  proQueries: Queries;
  packs: typeof packs;
  /** The pack that costs as much as a month of Basic, if there is one. */
  packLikeBasic: Product | null;
  yearlyPercentOff: number;
  /** `null` if the credits of Pro do not pay for the advertised number. */
  advertisedProQueries: number | null;
};

export type PricedModel = Pick<CatalogueModel, 'id' | 'title' | 'price' | 'coming'> & {
  /** The operator's text; `null` for the product's text, `models.{id}`, of a shipped model. */
  tip: string | null;
  shipped: boolean;
  state: ModelState;
  /** The name of the model that answers in its place, if it is known. */
  answeredBy: string | null;
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
  const credits = planCreditsOn(day, offered);
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
    planCredits: credits,
    methods,
    currencies: currenciesOf(language, currencies),
    prices,
    basicQueries: queriesFor(credits.basicPerMonth, answered),
    proQueries: queriesFor(credits.proPerMonth, answered),
    packs,
    packLikeBasic: packLikeBasic(prices),
    yearlyPercentOff: catalogue.yearlyPercentOff,
    advertisedProQueries: coversAdvertised(day, answered) ? advertisedProQueries : null,
  }));
}

function planCreditsOn(day: Day, offered: Offers): PricingView['planCredits'] {
  const basicPerWeek = planCredits('basic', day, offered);
  return {
    basicPerWeek,
    basicPerMonth: Math.round(monthOfWeeks(basicPerWeek)),
    proPerMonth: planCredits('pro', day, offered),
  };
}

/** Returns the pack with the same regular price as a month of Basic in every currency. */
function packLikeBasic(prices: readonly ShownPrice[]): Product | null {
  const totals = (id: Product) =>
    prices
      .filter(({ product }) => product === id)
      .map(({ currency, regular }) => `${regular.total} ${currency}`)
      .join();
  return packs.find(({ id }) => totals(id) === totals('basic_month'))?.id ?? null;
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
      state: stateOfModel(model, snapshot),
      answeredBy: replacementOf(model.id, snapshot),
    }));
}
