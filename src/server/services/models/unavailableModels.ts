import type { UnavailableModel } from '#contract/publishing/snapshot.ts';
import { type ModelDependencies, routeOf } from '#server/services/models/shownModels.ts';

/** Returns models without an upstream, by id: after a shutdown, or without a connected provider. */
export function unavailableModels(
  dependencies: Pick<ModelDependencies, 'catalogue' | 'models'>,
): UnavailableModel[] {
  return dependencies.catalogue.models
    .flatMap((model): UnavailableModel[] => {
      const { route, closed } = routeOf(dependencies, model);
      return route ? [] : [{ id: model.id, closed }];
    })
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
}
