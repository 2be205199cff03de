import { gptPrice } from '#domain/models.ts';
import type { CatalogueModel } from '#domain/modelSettings.ts';
import { advertisedProQueries, plans } from '#domain/plans.ts';

/** The models whose queries Pro advertises beside those to GPTs. */
const advertisedModels = ['gpt-4-turbo', 'dall-e-3'];

/** Whether a month of Pro covers the queries that it advertises at the prices of a catalogue: else they are not. */
export function coversAdvertised(
  catalogue: readonly Pick<CatalogueModel, 'id' | 'price' | 'hidden'>[],
): boolean {
  const [, pro] = plans;
  const prices = advertisedModels.map((id) => {
    const model = catalogue.find((offered) => offered.id === id && !offered.hidden);
    return model?.price ?? Number.POSITIVE_INFINITY;
  });
  const listPrice = prices.reduce((sum, price) => sum + price, gptPrice);
  return pro.creditsPerMonth >= advertisedProQueries * listPrice;
}
