import { questionMaxCharacters } from '#domain/chat/chat.ts';
import { searchModel } from '#domain/models/models.ts';
import type { ModelPlatform } from '#server/context.ts';
import type { ModelRoute } from '#server/gateways/models/models.ts';
import { availabilityOf } from '#server/services/models/shownModels.ts';
import { scopeOf } from '#server/services/models/scopeOf.ts';

/** Describes AI search as it is offered now. While it only searches this site it is free, and needs no model. */
export async function describeSearch(platform: ModelPlatform) {
  const { catalogue, models } = platform;
  const model = catalogue.find(searchModel.id) ?? { ...searchModel, hidden: false };
  const route = model.hidden ? undefined : models.route(model);
  const scope = scopeOf(platform);
  const availability =
    scope === 'own'
      ? { available: !model.hidden, resting: false }
      : await webAvailability(platform, route);
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

async function webAvailability(platform: ModelPlatform, route: ModelRoute | undefined) {
  const resting = await platform.spending.pausedProviders();
  const { refused: _, ...availability } = availabilityOf(platform, route, resting);
  return availability;
}
