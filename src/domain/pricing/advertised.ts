import type { Day } from '#domain/dates.ts';
import { gptPrice } from '#domain/models/models.ts';
import type { CatalogueModel } from '#domain/models/modelSettings.ts';
import { advertisedProQueries, planCredits } from '#domain/plans/plans.ts';

type Priced = Pick<CatalogueModel, 'id' | 'price'> & Partial<Pick<CatalogueModel, 'hidden'>>;

/** The models for which Pro advertises a number of queries. It also advertises queries to GPTs. */
const advertisedModels = ['gpt-4-turbo', 'dall-e-3'];

/**
 * The number of questions that an amount of credits pays for, if all of them go to this one target; `null` for a model
 * that is free, not offered, or too expensive.
 */
export type Queries = { gpt4: number | null; dalle: number | null; gpts: number };

/** Returns how many questions `credits` pay for at the prices of a catalogue. Questions to GPTs are always offered. */
export function queriesFor(credits: number, catalogue: readonly Priced[]): Queries {
  const [gpt4 = null, dalle = null] = advertisedPrices(catalogue).map((price) => {
    const count = Math.floor(credits / price);
    return count > 0 && Number.isFinite(count) ? count : null;
  });
  return { gpt4, dalle, gpts: Math.floor(credits / gptPrice) };
}

/**
 * Whether the credits of a month of Pro on a day cover the advertised queries. Pages show the numbers only if they do.
 */
export function coversAdvertised(day: Day, catalogue: readonly Priced[]): boolean {
  const listPrice = advertisedPrices(catalogue).reduce((sum, price) => sum + price, gptPrice);
  return planCredits('pro', day) >= advertisedProQueries * listPrice;
}

/** Returns the price of each advertised model; infinity for a model that is not offered. */
function advertisedPrices(catalogue: readonly Priced[]): number[] {
  return advertisedModels.map((id) => {
    const model = catalogue.find((offered) => offered.id === id && !offered.hidden);
    return model?.price ?? Number.POSITIVE_INFINITY;
  });
}
