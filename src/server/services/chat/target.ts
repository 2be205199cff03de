import { eq } from 'drizzle-orm';
import { type Model, findModel, gptPrice } from '#domain/models.ts';
import type { Executor } from '#server/db/connect.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { AppError } from '#server/errors.ts';
import type { ModelGateway, ModelRoute } from '#server/gateways/models/models.ts';
import { gptInstructions } from '#server/services/chat/gptInstructions.ts';
import { isShown } from '#server/services/gpts/shownGpts.ts';

/** What a question goes to: a model of the catalogue, or a GPT with the model behind it. */
export type TargetReference = { model: string } | { gpt: string };

export type Target = {
  model: Model;
  gptId: string | null;
  route: ModelRoute;
  instructions: string | undefined;
  /** Credits for one question. */
  price: number;
};

/**
 * Finds what a question goes to. Throws `unknown_model`, `unknown_gpt`, `gone`, `gpt_not_public` or
 * `model_unavailable`.
 */
export async function findTarget(
  query: Executor,
  models: ModelGateway,
  reference: TargetReference,
): Promise<Target> {
  if ('model' in reference) {
    const model = findModel(reference.model);
    if (!model) throw new AppError('unknown_model', `There is no model ${reference.model}`);
    return {
      model,
      gptId: null,
      route: routeOf(models, model),
      instructions: undefined,
      price: model.price,
    };
  }
  const row = await findAskableGpt(query, reference.gpt);
  const model = findModel(row.model);
  if (!model) throw new AppError('unknown_model', `There is no model ${row.model}`);
  return {
    model,
    gptId: row.id,
    route: routeOf(models, model),
    instructions: gptInstructions(row),
    price: gptPrice,
  };
}

async function findAskableGpt(query: Executor, id: string): Promise<typeof gpt.$inferSelect> {
  const [row] = await query.select().from(gpt).where(eq(gpt.id, id));
  if (!row) throw new AppError('unknown_gpt', 'There is no GPT with this id');
  if (row.removed) throw new AppError('gone', 'This GPT was removed');
  if (!isShown(row)) {
    throw new AppError('gpt_not_public', 'This GPT is not public, currently inaccessible');
  }
  return row;
}

function routeOf(models: ModelGateway, model: Model): ModelRoute {
  const route = model.kind === 'text' ? models.route(model) : undefined;
  if (!route)
    throw new AppError('model_unavailable', `${model.title} is not available`, { model: model.id });
  return route;
}
