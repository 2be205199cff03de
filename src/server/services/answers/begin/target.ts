import { eq } from 'drizzle-orm';
import type { MediaOptions } from '#domain/media/media.ts';
import { type Model, searchModel } from '#domain/models/models.ts';
import { priceStepsOf } from '#domain/costs/questionPrice.ts';
import type { ModelPlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { AppError } from '#server/errors.ts';
import type { ModelRoute } from '#server/gateways/models/models.ts';
import { gptInstructions } from '#domain/gpts/gptInstructions.ts';
import { isReachable } from '#server/services/gpts/shownGpts.ts';
import { findAskable } from '#server/services/models/findAskable.ts';
import { findSiteSearch } from '#server/services/models/findSiteSearch.ts';
import { scopeOf } from '#server/services/models/scopeOf.ts';

/** The target of a question: a model of the catalogue, or a GPT. */
export type TargetReference = { model: string } | { gpt: string };

export type Target = {
  model: Model;
  gptId: string | null;
  route: ModelRoute;
  instructions: string | undefined;
  /** Credits for each step of a question. */
  price: number;
  /** Input tokens of a step. */
  stepTokens: number;
  options?: MediaOptions;
};

/** Throws `unknown_model`, `unknown_gpt`, `gone`, `gpt_not_public` or `model_unavailable`. */
export async function findTarget(
  query: Executor,
  platform: ModelPlatform,
  reference: TargetReference,
): Promise<Target> {
  if ('model' in reference) {
    if (reference.model === searchModel.id && scopeOf(platform) === 'own') {
      const asked = await findSiteSearch(platform);
      const { stepTokens } = priceStepsOf(asked.model, false);
      return { ...asked, gptId: null, instructions: undefined, price: 0, stepTokens };
    }
    const asked = await findAskable(platform, reference.model, false);
    return { ...asked, gptId: null, instructions: undefined, ...priceStepsOf(asked.model, false) };
  }
  const row = await findAskableGpt(query, reference.gpt);
  const asked = await findAskable(platform, row.model, true);
  const instructions = gptInstructions(row);
  return { ...asked, gptId: row.id, instructions, ...priceStepsOf(asked.model, true) };
}

async function findAskableGpt(query: Executor, id: string): Promise<typeof gpt.$inferSelect> {
  const [row] = await query.select().from(gpt).where(eq(gpt.id, id));
  if (!row) throw new AppError('unknown_gpt', 'There is no GPT with this id');
  if (row.removed) throw new AppError('gone', 'This GPT was removed');
  if (!isReachable(row)) {
    throw new AppError('gpt_not_public', 'This GPT is not public, currently inaccessible');
  }
  return row;
}
