import type { Executor } from '#server/db/connect.ts';
import { type CatalogueModel, type ModelSetting, catalogueOf } from '#domain/modelSettings.ts';
import { modelSetting } from '#server/db/schema/chat.ts';
import type { RoutedModel } from '#server/gateways/models/targets.ts';

export type StoredSetting = typeof modelSetting.$inferSelect;

/** A model as it is offered here, with the upstream that its operator chose. */
export type ServedModel = CatalogueModel & Pick<RoutedModel, 'upstream'>;

/** What the operator changed, as it is stored. */
export function readSettings(query: Executor): Promise<StoredSetting[]> {
  return query.select().from(modelSetting).orderBy(modelSetting.id);
}

/** The catalogue as it is offered with these settings. */
export function servedModels(settings: readonly StoredSetting[]): ServedModel[] {
  const byId = new Map(settings.map((setting) => [setting.id, setting]));
  return catalogueOf(settings.map(toSetting)).map((model) => {
    const { provider = null, upstream = null } = byId.get(model.id) ?? {};
    if (provider === null || upstream === null) return model;
    return { ...model, upstream: { provider, name: upstream } };
  });
}

/** The ids of the models that the operator added. */
export async function readAddedIds(query: Executor): Promise<Set<string>> {
  const added = servedModels(await readSettings(query)).filter(({ shipped }) => !shipped);
  return new Set(added.map(({ id }) => id));
}

function toSetting({ provider: _, updated: __, ...setting }: StoredSetting): ModelSetting {
  return setting;
}
