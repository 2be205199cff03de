import { and, gt, inArray, isNull, sql } from 'drizzle-orm';
import { dayOf } from '#domain/dates.ts';
import { estimateTokens } from '#domain/costs/estimateTokens.ts';
import { costOf, tokenPriceOf } from '#domain/costs/upstreamPrices.ts';
import { exampleLimits } from '#domain/gpts/examples.ts';
import { gptInstructions } from '#domain/gpts/gptInstructions.ts';
import type { ModelPlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { droppedSamples, isSampledSince, shownQuestions } from '#server/db/queries/gptExamples.ts';
import { isShownGpt } from '#server/db/queries/shownGpts.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { AppError } from '#server/errors.ts';
import type { ModelRoute } from '#server/gateways/models/models.ts';
import { findAskable } from '#server/services/models/findAskable.ts';
import type { ServedModel } from '#server/services/models/readSettings.ts';

/**
 * The GPTs to sample: some, or all that the site shows. `isMissing`: only those without an example. `since`: without those
 * that have been sampled since then, as a run that broke off is continued.
 */
type SampleSelection = {
  ids: readonly string[] | undefined;
  isMissing: boolean;
  since: Date | undefined;
};

/** A question to ask. `cost` is the most that it can cost, in micro-USD; `undefined` if the price is unknown. */
export type PlannedSample = {
  id: string;
  question: string;
  model: ServedModel;
  route: ModelRoute;
  cost: number | undefined;
};

/** A GPT that is not asked, with the reason. */
export type SkippedSample = { id: string; reason: string };

/** Most tokens of a sampled answer. A longer one is cut, and not stored. */
export const sampleTokens = 4_000;

const gptsAtOnce = 100;

/** Finds the questions that a run would ask, without asking. Throws `unknown_gpt`. */
export async function planSamples(
  platform: ModelPlatform,
  selection: SampleSelection,
): Promise<{ planned: PlannedSample[]; skipped: SkippedSample[] }> {
  const { ids, isMissing } = selection;
  const planned: PlannedSample[] = [];
  const skipped: SkippedSample[] = [];
  const known = new Set<string>();
  const askable = new Map<string, ReturnType<typeof findAskable>>();
  for await (const row of readGpts(platform.database.query, selection)) {
    known.add(row.id);
    if (row.isSampled || (isMissing && row.questions.length > 0)) continue;
    const found = await planOne(platform, row, askable);
    if ('reason' in found) skipped.push(found);
    else planned.push(found);
  }
  const unknown = ids?.find((id) => !known.has(id));
  if (unknown === undefined) return { planned, skipped };
  throw new AppError('unknown_gpt', `There is no GPT ${unknown}`);
}

async function* readGpts(query: Executor, { ids, isMissing, since }: SampleSelection) {
  const chosen =
    ids === undefined ? isShownGpt : and(inArray(gpt.id, [...ids]), isNull(gpt.removed));
  for (let last = ''; ;) {
    const rows = await query
      .select({
        id: gpt.id,
        name: gpt.name,
        description: gpt.description,
        instructions: gpt.instructions,
        promptStarters: gpt.promptStarters,
        model: gpt.model,
        questions: shownQuestions,
        dropped: isMissing ? droppedSamples : sql<number>`0`,
        isSampled: since ? isSampledSince(since) : sql<boolean>`false`,
      })
      .from(gpt)
      .where(and(chosen, gt(sql`${gpt.id} collate "C"`, last)))
      .orderBy(sql`${gpt.id} collate "C"`)
      .limit(gptsAtOnce);
    yield* rows;
    if (rows.length < gptsAtOnce) return;
    last = rows.at(-1)?.id ?? last;
  }
}

type Row = Pick<
  typeof gpt.$inferSelect,
  'id' | 'name' | 'description' | 'instructions' | 'promptStarters' | 'model'
> & {
  questions: readonly string[];
  /** Starters to leave out: a run for missing examples does not ask again what the operator dropped. */
  dropped: number;
};

async function planOne(
  platform: ModelPlatform,
  row: Row,
  askable: Map<string, ReturnType<typeof findAskable>>,
): Promise<PlannedSample | SkippedSample> {
  const { id, questions } = row;
  if (questions.length >= exampleLimits.count) {
    return { id, reason: `has ${questions.length} examples already` };
  }
  const question = row.promptStarters
    .map((starter) => starter.trim())
    .filter(
      (text) => text !== '' && text.length <= exampleLimits.question && !questions.includes(text),
    )
    .at(row.dropped);
  if (question === undefined) return { id, reason: 'has no prompt starter that can be asked' };
  try {
    const finding = askable.get(row.model) ?? findAskable(platform, row.model, true);
    askable.set(row.model, finding);
    const { model, route } = await finding;
    if (route.sandbox) return { id, reason: 'no model provider is connected here' };
    return {
      id,
      question,
      model,
      route,
      cost: mostCost(platform, { model, route }, row, question),
    };
  } catch (error) {
    if (error instanceof AppError) return { id, reason: error.message };
    throw error;
  }
}

/** Returns the cost of the question with the longest answer, including thoughts. */
function mostCost(
  { catalogue, now }: ModelPlatform,
  { model, route }: Pick<PlannedSample, 'model' | 'route'>,
  row: Row,
  question: string,
): number | undefined {
  const price = tokenPriceOf(route.upstream, dayOf(now()), catalogue.prices);
  const input = estimateTokens(gptInstructions(row)) + estimateTokens(question);
  const output = route.mostOutputTokens?.({ model, maxOutputTokens: sampleTokens }) ?? sampleTokens;
  return price && costOf(price, { input, output });
}
