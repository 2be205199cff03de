import { soldFor } from '#domain/costs/priceCheck.ts';
import type { CorePlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { type Span, readModelCosts, readSoldCredits } from '#server/db/queries/costs.ts';

/** All money in micro-USD. */
export type ModelMargin = {
  model: string;
  /** Whether these are questions to GPTs, which have a price of their own. */
  isGpt: boolean;
  /** Answers that were charged. */
  questions: number;
  credits: number;
  /** The bought credits among them. The others were gifts. */
  sold: number;
  /** The income from these answers. */
  value: number;
  cost: number;
  /** Answers that were not charged, and their cost. */
  free: { answers: number; cost: number };
  /** The answers of unknown cost, and those with estimated tokens. */
  unknown: number;
  estimated: number;
  /** Value minus both costs. */
  margin: number;
};

/** Returns the income and cost of each model by the answers that ended in a time span. */
export function reportMargin({ database }: CorePlatform, span: Span): Promise<ModelMargin[]> {
  return readMargin(database.query, span);
}

/** The same, inside a transaction. */
export async function readMargin(query: Executor, span: Span): Promise<ModelMargin[]> {
  const values = await readValues(query, span);
  const rows = await readModelCosts(query, span);
  return rows.map(({ freeAnswers, freeCost, ...row }) => {
    const { sold = 0, value = 0 } = values.get(keyOf(row)) ?? {};
    const margin = Math.floor(value) - row.cost - freeCost;
    const free = { answers: freeAnswers, cost: freeCost };
    return { ...row, sold, value: Math.floor(value), free, margin };
  });
}

/**
 * Returns the bought credits of each model and their value. A hold names the lots of its credits, and a lot names the
 * order that it was bought with. Returned money does not count.
 */
async function readValues(
  query: Executor,
  span: Span,
): Promise<Map<string, { sold: number; value: number }>> {
  const values = new Map<string, { sold: number; value: number }>();
  for (const row of await readSoldCredits(query, span)) {
    const { sold = 0, value = 0 } = values.get(keyOf(row)) ?? {};
    const each = soldFor({ ...row, credits: row.granted });
    values.set(keyOf(row), { sold: sold + row.credits, value: value + row.credits * each });
  }
  return values;
}

function keyOf({ model, isGpt }: Pick<ModelMargin, 'model' | 'isGpt'>): string {
  return `${isGpt ? 'gpt' : 'model'} ${model}`;
}
