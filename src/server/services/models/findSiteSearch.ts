import { searchModel } from '#domain/models/models.ts';
import type { ModelPlatform } from '#server/context.ts';
import { type ModelRoute, UpstreamError } from '#server/gateways/models/models.ts';
import { findAskable } from '#server/services/models/findAskable.ts';
import type { ServedModel } from '#server/services/models/readSettings.ts';
import { awakeRoute, routeOf } from '#server/services/models/shownModels.ts';

/** The route of a question to this site while no model can be asked: it is answered by a list. */
export const listRoute: ModelRoute = {
  upstream: 'site/list',
  sandbox: false,
  inputs: [],
  stream: () => Promise.reject(new UpstreamError('upstream_refused', 'No model is connected')),
};

/**
 * Returns AI search for questions to this site. They are answered also while its model is closed, unavailable, or over the
 * budget of the day. Throws `model_unavailable` if the operator does not offer AI search.
 */
export async function findSiteSearch(
  platform: ModelPlatform,
): Promise<{ model: ServedModel; route: ModelRoute }> {
  const { catalogue, spending } = platform;
  const model = catalogue.find(searchModel.id);
  if (!model || model.hidden) return findAskable(platform, searchModel.id, false);
  const { route } = routeOf(platform, model);
  return {
    model,
    route: awakeRoute(platform, route, await spending.pausedProviders()) ?? listRoute,
  };
}
