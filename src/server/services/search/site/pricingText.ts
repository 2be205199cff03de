import { dayOf } from '#domain/dates.ts';
import type { Language } from '#domain/languages/languages.ts';
import { type Model, gptPrice } from '#domain/models/models.ts';
import { offers } from '#domain/pricing/offers.ts';
import { type Product, packs, planCredits } from '#domain/plans/plans.ts';
import { pricedCurrencies, quote } from '#domain/pricing/quote.ts';
import { creditPriceText } from '#i18n/creditPriceText.ts';
import { formatOf } from '#i18n/format.ts';
import { type Translate, translator } from '#i18n/translate.ts';

export type ShownPrices = {
  /** The models of the catalogue. */
  models: readonly Pick<Model, 'title' | 'price'>[];
  /** Whether something can be bought. If not, no promotion runs. */
  isSold: boolean;
  now: Date;
};

/** Returns title and text of the pricing page as it is now, for search. */
export function pricingText(
  language: Language,
  shown: ShownPrices,
): { title: string; text: string } {
  const t = translator(language, 'pricing');
  const title = t('heading');
  const text = [
    `${title}. ${t('lead')} ${creditLine(t, language, shown.now)}`,
    ...planLines(t, language, shown),
    ...packLines(t, language, shown),
    ...questionLines(t, language, shown.isSold),
    `${t('free.title')}. ${t('free.text')}`,
    `${t('gift.title')} ${t('gift.text')}`,
    `${t('models.title')} (${t('models.credits')}): ${[
      `${t('models.gpt')}: ${gptPrice}`,
      ...shown.models.map((model) => `${model.title}: ${model.price}`),
    ].join(' · ')}`,
  ].join('\n\n');
  return { title, text };
}

/** Returns the price of a credit in money as a line. */
function creditLine(t: Translate, language: Language, now: Date): string {
  const price = creditPriceText(language, dayOf(now));
  return price === undefined ? '' : t('credit.text', { count: gptPrice, price });
}

function planLines(t: Translate, language: Language, shown: ShownPrices): string[] {
  const { number } = formatOf(language);
  const day = dayOf(shown.now);
  const credits = {
    basic: t('plans.basicCredits', { amount: number(planCredits('basic', day)) }),
    pro: t('plans.proCredits', { amount: number(planCredits('pro', day)) }),
  };
  return (['basic', 'pro'] as const).map((plan) => {
    const month = amountsOf(`${plan}_month`, language, shown);
    const year = amountsOf(`${plan}_year`, language, shown);
    const prices = `${month} ${t('plans.perMonth')}, ${year} ${t('plans.perYear')}`;
    return `${t('plans.title')} ${t(`plans.${plan}`)}: ${prices}. ${credits[plan]}. ${t(`plans.${plan}For`)}.`;
  });
}

function packLines(t: Translate, language: Language, shown: ShownPrices): string[] {
  const { number } = formatOf(language);
  const lines = packs.map(({ id, credits }) => {
    return `${t('packs.credits', { amount: number(credits) })}: ${amountsOf(id, language, shown)}`;
  });
  return [`${t('packs.title')}. ${t('packs.text')} ${lines.join(' · ')}`];
}

/** The questions of the page. Those about paying are only there if something can be bought. */
function questionLines(t: Translate, language: Language, isSold: boolean): string[] {
  const names = ['question', 'expire', 'year', ...(isSold ? ['cancel', 'change', 'refund'] : [])];
  const values = { percent: formatOf(language).percent(offers.yearlyPercentOff) };
  return names.map((name) => `${t(`questions.${name}`)} ${t(`questions.${name}Text`, values)}`);
}

function amountsOf(product: Product, language: Language, { isSold, now }: ShownPrices): string {
  const catalogue = isSold ? offers : { ...offers, promotions: [] };
  const day = dayOf(now);
  const amounts = pricedCurrencies(day, catalogue).flatMap((currency) => {
    const price = quote({ product, currency, day }, catalogue);
    return price ? [formatOf(language).money(price.total, currency)] : [];
  });
  return amounts.join(' / ');
}
