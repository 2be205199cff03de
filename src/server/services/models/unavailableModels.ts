import type { UnavailableModel } from '#contract/snapshot.ts';
import { type ModelMeans, routeOf } from '#server/services/models/shownModels.ts';

/** The models that nobody answers for: their provider shut them down, or none is connected. In the order of their ids. */
export function unavailableModels(
  means: Pick<ModelMeans, 'catalogue' | 'models'>,
): UnavailableModel[] {
  return means.catalogue.models
    .flatMap((model): UnavailableModel[] => {
      const { route, closed } = routeOf(means, model);
      return route ? [] : [{ id: model.id, closed }];
    })
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
}
