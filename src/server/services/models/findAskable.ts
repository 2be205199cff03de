import { alternativeTo } from '#domain/models/modelAlternative.ts';
import type { ProviderProblem } from '#domain/models/providerCircuit.ts';
import type { ModelPlatform } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import type { ModelRoute } from '#server/gateways/models/models.ts';
import type { ServedModel } from '#server/services/models/readSettings.ts';
import {
  availabilityOf,
  awakeRoute,
  pricedRoute,
  routeOf,
  shownModels,
} from '#server/services/models/shownModels.ts';

type AskedModel = { model: ServedModel; route: ModelRoute };

/**
 * Returns the model with this id and its route. A hidden model is found only behind a GPT. Throws `unknown_model`,
 * `model_unavailable` (also if its cost is unknown while its providers have caps, or if they are closed), `model_closed` if its provider shut it
 * down, and `model_resting` if its providers have reached their daily caps. Every error names another model.
 */
export async function findAskable(
  platform: ModelPlatform,
  id: string,
  isBehindGpt: boolean,
): Promise<AskedModel> {
  const model = platform.catalogue.find(id);
  if (!model) throw await unknown(platform, id);
  if (model.hidden && !isBehindGpt) {
    throw await refusal(
      platform,
      model,
      'model_unavailable',
      `${model.title} is not offered any more`,
    );
  }
  // GPTs use text models only.
  const isAsked = model.kind === 'text' || !isBehindGpt;
  const { route, closed } = isAsked ? routeOf(platform, model) : { route: undefined, closed: null };
  if (closed !== null) {
    const reason = `${model.title} is closed, because its provider shut it down on ${closed}`;
    throw await refusal(platform, model, 'model_closed', reason);
  }
  if (!route)
    throw await refusal(platform, model, 'model_unavailable', `${model.title} is not available`);
  const { spending } = platform;
  if (!pricedRoute(platform, route)) {
    const reason = `${model.title} is not available, because the operator limits what is spent and its cost is unknown`;
    throw await refusal(platform, model, 'model_unavailable', reason);
  }
  const resting = await spending.pausedProviders();
  const awake = awakeRoute(platform, route, resting);
  if (!awake && availabilityOf(platform, route, resting).refused) {
    const why = reasons[platform.accounts.problemOf(route.lane ?? route.upstream) ?? 'failing'];
    const reason = `${model.title} cannot answer now, because ${why}; nothing was charged`;
    throw await refusal(platform, model, 'model_unavailable', reason);
  }
  if (!awake) {
    const reason = `${model.title} rests until tomorrow (UTC), because its budget for today is used up`;
    throw await refusal(platform, model, 'model_resting', reason);
  }
  return { model, route: awake };
}

const reasons: Readonly<Record<ProviderProblem, string>> = {
  refused: 'its provider refuses this site access',
  empty: 'this site has no quota left at its provider',
  failing: 'its provider fails',
};

async function unknown(platform: ModelPlatform, id: string): Promise<AppError> {
  const askable = (await shownModels(platform)).filter(({ available }) => available);
  const models = askable.map((model) => model.id);
  const others = models.length === 0 ? '' : `; there are ${models.join(', ')}`;
  return new AppError('unknown_model', `There is no model ${id}${others}`, { model: id, models });
}

/** Returns the error with the reason why a model is unavailable, and an alternative. */
async function refusal(
  platform: ModelPlatform,
  model: ServedModel,
  code: 'model_unavailable' | 'model_closed' | 'model_resting',
  reason: string,
): Promise<AppError> {
  const other = alternativeTo(model, await shownModels(platform));
  const message = other === undefined ? reason : `${reason}: ask ${other.id} instead`;
  return new AppError(code, message, { model: model.id, alternative: other?.id ?? null });
}
