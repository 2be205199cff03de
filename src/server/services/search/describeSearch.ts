import { questionMaxCharacters } from '#domain/chat/chat.ts';
import { searchModel } from '#domain/models/models.ts';
import type { Platform } from '#server/context.ts';
import type { ModelRoute } from '#server/gateways/models/models.ts';
import { type ModelDependencies, availabilityOf } from '#server/services/models/shownModels.ts';
import { scopeOf } from '#server/services/models/scopeOf.ts';

type Dependencies = Pick<ModelDependencies, 'catalogue' | 'models' | 'spending' | 'accounts'> &
  Pick<Platform, 'config'>;

/** Describes AI search as it is offered now. While it only searches this site it is free, and needs no model. */
export async function describeSearch(dependencies: Dependencies) {
  const { catalogue, models } = dependencies;
  const model = catalogue.find(searchModel.id) ?? { ...searchModel, hidden: false };
  const route = model.hidden ? undefined : models.route(model);
  const scope = scopeOf(dependencies);
  const availability =
    scope === 'own'
      ? { available: !model.hidden, resting: false }
      : await webAvailability(dependencies, route);
  return {
    id: model.id,
    price: scope === 'own' ? 0 : model.price,
    scope,
    max_question_characters: Math.min(questionMaxCharacters, model.maxInputTokens * 4),
    step_tokens: model.stepTokens,
    ...availability,
    sandbox: route?.sandbox ?? false,
  };
}

async function webAvailability(dependencies: Dependencies, route: ModelRoute | undefined) {
  const resting = await dependencies.spending.pausedProviders();
  const { refused: _, ...availability } = availabilityOf(dependencies, route, resting);
  return availability;
}
