import { type Model, gptPrice } from '#domain/models/models.ts';

/** A price, and the input tokens that it buys. Both belong together in the data (`priceCheck.ts`). */
export type PriceSteps = Pick<Model, 'price' | 'stepTokens'>;

/**
 * Returns the price of a question to a model, or to a GPT with that model. A GPT's price buys the same share of a step as
 * of the model's price, so that a credit buys as much in either way.
 */
export function priceStepsOf({ price, stepTokens }: PriceSteps, isGpt: boolean): PriceSteps {
  if (!isGpt) return { price, stepTokens };
  const share = Math.min(1, gptPrice / price);
  return { price: gptPrice, stepTokens: Math.max(1, Math.floor(stepTokens * share)) };
}

/**
 * Returns how many times a question costs its price: once for each step of its tokens, which are those of its text, its
 * files and the instructions. Earlier messages add none, because only as many are sent as fit into these steps.
 */
export function countSteps(tokens: number, { stepTokens }: Pick<PriceSteps, 'stepTokens'>): number {
  return Math.max(1, Math.ceil(tokens / stepTokens));
}
