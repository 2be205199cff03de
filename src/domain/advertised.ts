import { gptPrice } from '#domain/models.ts';
import type { CatalogueModel } from '#domain/modelSettings.ts';
import { advertisedProQueries, planCredits } from '#domain/plans.ts';

type Priced = Pick<CatalogueModel, 'id' | 'price'> & Partial<Pick<CatalogueModel, 'hidden'>>;

/** The models whose queries Pro advertises beside those to GPTs. */
const advertisedModels = ['gpt-4-turbo', 'dall-e-3'];

/** How many questions credits are enough for, if all of them go to one of these. */
export type Queries = { gpt4: number; dalle: number; gpts: number };

/** Returns how many questions credits pay for at the prices of a catalogue; `null` where a model is not offered or free. */
export function queriesFor(credits: number, catalogue: readonly Priced[]): Queries | null {
  const [gpt4 = 0, dalle = 0] = advertisedPrices(catalogue).map((price) => {
    return Math.floor(credits / price);
  });
  const gpts = Math.floor(credits / gptPrice);
  return [gpt4, dalle].every((count) => count > 0 && Number.isFinite(count))
    ? { gpt4, dalle, gpts }
    : null;
}

/** Whether a month of Pro covers the queries that it advertises at the prices of a catalogue: else they are not. */
export function coversAdvertised(catalogue: readonly Priced[]): boolean {
  const listPrice = advertisedPrices(catalogue).reduce((sum, price) => sum + price, gptPrice);
  return planCredits.proPerMonth >= advertisedProQueries * listPrice;
}

/** The price of each, endless for one that is not offered. */
function advertisedPrices(catalogue: readonly Priced[]): number[] {
  return advertisedModels.map((id) => {
    const model = catalogue.find((offered) => offered.id === id && !offered.hidden);
    return model?.price ?? Number.POSITIVE_INFINITY;
  });
}
