import type { Day } from '#domain/dates.ts';
import type { Model } from '#domain/models/models.ts';
import { longestStep } from '#domain/costs/priceCheck.ts';
import type { TokenPrice } from '#domain/costs/upstreamPrices.ts';

/** The shortest step of a price by rule, in tokens: about twelve pages of plain text. */
const leastStep = 6_000;

/** The longest answer for one credit if that pays for it, and the longest answer otherwise, in tokens. */
const answerTokens = { cheap: 8_192, other: 4_096 };

/**
 * Returns the price of a text model that is offered under its own name: the lowest number of credits that pays for a step
 * of at least `leastStep` tokens with the longest answer, within the bound of every price. That also covers the usual
 * question, which costs less than an eighth of it.
 */
export function priceByRule(
  tokenPrice: Pick<TokenPrice, 'input' | 'output'>,
  maxInputTokens: number,
  day: Day,
): Pick<Model, 'price' | 'stepTokens' | 'maxOutputTokens'> {
  const stepFor = (price: number, maxOutputTokens: number): number =>
    longestStep({ price, maxOutputTokens }, tokenPrice, day) ?? 0;
  const isCheap = stepFor(1, answerTokens.cheap) >= leastStep;
  const maxOutputTokens = isCheap ? answerTokens.cheap : answerTokens.other;
  let price = 1;
  while (stepFor(price, maxOutputTokens) < leastStep) price += 1;
  const stepTokens = Math.min(stepFor(price, maxOutputTokens), maxInputTokens);
  return { price, stepTokens, maxOutputTokens };
}
