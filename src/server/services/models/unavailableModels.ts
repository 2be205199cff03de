import type { ReplacedModel, UnavailableModel } from '#contract/publishing/snapshot.ts';
import type { ModelPlatform } from '#server/context.ts';
import { successorOf } from '#server/services/models/listModels.ts';
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

/** Returns the models in whose place another one answers, by id. */
export function replacedModels(platform: ModelPlatform): ReplacedModel[] {
  return platform.catalogue.models
    .flatMap((model): ReplacedModel[] => {
      // Names of models of music and videos, such as V5, say nothing to readers.
      if (model.kind === 'music' || model.kind === 'video') return [];
      const { route } = routeOf(platform, model);
      const name = route ? successorOf(platform, model) : null;
      return name === null ? [] : [{ id: model.id, name }];
    })
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
}
