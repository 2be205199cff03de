import type { SearchScope } from '#domain/aiSearch.ts';
import { questionMaxCharacters } from '#domain/chat.ts';
import { searchModel } from '#domain/models.ts';
import type { Platform } from '#server/context.ts';
import { type ModelDependencies, availabilityOf } from '#server/services/models/shownModels.ts';

type Dependencies = Pick<ModelDependencies, 'catalogue' | 'models' | 'spending' | 'accounts'> &
  Pick<Platform, 'config'>;

/** Returns whether searches use the web or only this site. */
export function scopeOf({ config }: Pick<Platform, 'config'>): SearchScope {
  return (config.search ?? []).length > 0 ? 'web' : 'own';
}

/** Describes AI search as it is offered now. */
export async function describeSearch(dependencies: Dependencies) {
  const { catalogue, models, spending } = dependencies;
  const model = catalogue.find(searchModel.id) ?? { ...searchModel, hidden: false };
  const resting = await spending.resting();
  const route = model.hidden ? undefined : models.route(model);
  const { refused: _, ...availability } = availabilityOf(dependencies, route, resting);
  return {
    id: model.id,
    price: model.price,
    scope: scopeOf(dependencies),
    max_question_characters: Math.min(questionMaxCharacters, model.maxInputTokens * 4),
    step_tokens: model.stepTokens,
    ...availability,
    sandbox: route?.sandbox ?? false,
  };
}
