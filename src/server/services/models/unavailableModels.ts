import type { UnavailableModel } from '#contract/publishing/snapshot.ts';
import type { ModelPlatform } from '#server/context.ts';
import { routeOf } from '#server/services/models/shownModels.ts';

/** Returns models without an upstream, by id: after a shutdown, or without a connected provider. */
export function unavailableModels(platform: ModelPlatform): UnavailableModel[] {
  return platform.catalogue.models
    .flatMap((model): UnavailableModel[] => {
      const { route, closed } = routeOf(platform, model);
      return route ? [] : [{ id: model.id, closed }];
    })
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
}
