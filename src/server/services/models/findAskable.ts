import { alternativeTo } from '#domain/modelAlternative.ts';
import { AppError } from '#server/errors.ts';
import type { ModelRoute } from '#server/gateways/models/models.ts';
import type { ServedModel } from '#server/services/models/readSettings.ts';
import {
  type ModelMeans,
  awakeRoute,
  routeOf,
  shownModels,
} from '#server/services/models/shownModels.ts';

type AskedModel = { model: ServedModel; route: ModelRoute };

/**
 * The model with this id and where questions to it go. A hidden one is found only behind a GPT. Throws `unknown_model` and
 * `model_unavailable`, `model_closed` when its provider shut it down, and `model_resting` when its providers have reached
 * their daily caps. All name another model.
 */
export async function findAskable(
  means: ModelMeans,
  id: string,
  isBehindGpt: boolean,
): Promise<AskedModel> {
  const model = means.catalogue.find(id);
  if (!model) throw await unknown(means, id);
  if (model.hidden && !isBehindGpt) {
    throw await refusal(
      means,
      model,
      'model_unavailable',
      `${model.title} is not offered any more`,
    );
  }
  // A GPT speaks with its users: none of its models makes pictures.
  const isAsked = model.kind === 'text' || !isBehindGpt;
  const { route, closed } = isAsked ? routeOf(means, model) : { route: undefined, closed: null };
  if (closed !== null) {
    const reason = `${model.title} is closed, because its provider shut it down on ${closed}`;
    throw await refusal(means, model, 'model_closed', reason);
  }
  if (!route)
    throw await refusal(means, model, 'model_unavailable', `${model.title} is not available`);
  const awake = awakeRoute(route, await means.spending.resting());
  if (!awake) {
    const reason = `${model.title} rests until tomorrow (UTC), because its budget for today is used up`;
    throw await refusal(means, model, 'model_resting', reason);
  }
  return { model, route: awake };
}

async function unknown(means: ModelMeans, id: string): Promise<AppError> {
  const askable = (await shownModels(means)).filter(({ available }) => available);
  const models = askable.map((model) => model.id);
  const others = models.length === 0 ? '' : `; there are ${models.join(', ')}`;
  return new AppError('unknown_model', `There is no model ${id}${others}`, { model: id, models });
}

/** Says why a model does not answer, and which one to ask in its place. */
async function refusal(
  means: ModelMeans,
  model: ServedModel,
  code: 'model_unavailable' | 'model_closed' | 'model_resting',
  reason: string,
): Promise<AppError> {
  const other = alternativeTo(model, await shownModels(means));
  const message = other === undefined ? reason : `${reason}: ask ${other.id} instead`;
  return new AppError(code, message, { model: model.id, alternative: other?.id ?? null });
}
