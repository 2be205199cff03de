import { alternativeTo } from '#domain/modelAlternative.ts';
import { AppError } from '#server/errors.ts';
import type { ModelRoute } from '#server/gateways/models/models.ts';
import type { ServedModel } from '#server/services/models/readSettings.ts';
import { type ModelMeans, shownModels } from '#server/services/models/shownModels.ts';

type AskedModel = { model: ServedModel; route: ModelRoute };

/**
 * The model with this id and where questions to it go. A hidden one is found only behind a GPT. Throws `unknown_model` and
 * `model_unavailable`, which name another model to ask.
 */
export async function findAskable(
  means: ModelMeans,
  id: string,
  isBehindGpt: boolean,
): Promise<AskedModel> {
  const model = means.catalogue.find(id);
  if (!model) throw await unknown(means, id);
  if (model.hidden && !isBehindGpt) {
    throw await unavailable(means, model, `${model.title} is not offered any more`);
  }
  const route = model.kind === 'text' ? means.models.route(model) : undefined;
  if (!route) throw await unavailable(means, model, `${model.title} is not available`);
  return { model, route };
}

async function unknown(means: ModelMeans, id: string): Promise<AppError> {
  const askable = (await shownModels(means)).filter(({ available }) => available);
  const models = askable.map((model) => model.id);
  const others = models.length === 0 ? '' : `; there are ${models.join(', ')}`;
  return new AppError('unknown_model', `There is no model ${id}${others}`, { model: id, models });
}

async function unavailable(
  means: ModelMeans,
  model: ServedModel,
  reason: string,
): Promise<AppError> {
  const other = alternativeTo(model, await shownModels(means));
  const message = other === undefined ? reason : `${reason}: ask ${other.id} instead`;
  return new AppError('model_unavailable', message, {
    model: model.id,
    alternative: other?.id ?? null,
  });
}
