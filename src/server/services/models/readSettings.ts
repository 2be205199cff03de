import { sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { qualified } from '#server/db/qualified.ts';
import {
  type CatalogueModel,
  type ComingPrice,
  type ModelSetting,
  catalogueOf,
  searchModelOf,
} from '#domain/models/modelSettings.ts';
import { modelSetting } from '#server/db/schema/chat.ts';
import type { RoutedModel } from '#server/gateways/models/targets.ts';

export type SettingRow = typeof modelSetting.$inferSelect;

export type StoredSetting = SettingRow & { coming: ComingPrice[] };

/** A model as it is offered here, with the upstream that the operator chose. */
export type ServedModel = CatalogueModel & Pick<RoutedModel, 'upstream' | 'shutdowns'>;

/** SQL for coming prices, by time. */
export const comingPrices = sql<ComingPrice[]>`(
  select coalesce(json_agg(json_build_object('price', price,
    'from', to_char(starts at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by starts, id), '[]')
  from model_price where model = ${qualified(modelSetting.id)} and applied is null and withdrawn is null)`;

/** Reads the operator's changes. */
export async function readSettings(query: Executor): Promise<StoredSetting[]> {
  const rows = await query
    .select({ row: modelSetting, coming: comingPrices })
    .from(modelSetting)
    .orderBy(modelSetting.id);
  return rows.map(({ row, coming }) => ({ ...row, coming }));
}

export function servedModels(settings: readonly StoredSetting[]): ServedModel[] {
  return catalogueOf(settings.map(toSetting)).map((model) => withUpstream(model, settings));
}

export function servedSearch(settings: readonly StoredSetting[]): ServedModel {
  return withUpstream(searchModelOf(settings.map(toSetting)), settings);
}

export async function readAddedIds(query: Executor): Promise<Set<string>> {
  const added = servedModels(await readSettings(query)).filter(({ shipped }) => !shipped);
  return new Set(added.map(({ id }) => id));
}

/** Returns a model or AI search with these settings. */
export function findServed(
  settings: readonly StoredSetting[],
  id: string,
): ServedModel | undefined {
  return [...servedModels(settings), servedSearch(settings)].find((model) => model.id === id);
}

function withUpstream(model: CatalogueModel, settings: readonly StoredSetting[]): ServedModel {
  const { provider = null, upstream = null } = settings.find(({ id }) => id === model.id) ?? {};
  if (provider === null || upstream === null) return model;
  return { ...model, upstream: { provider, name: upstream } };
}

function toSetting({ provider: _, updated: __, ...setting }: StoredSetting): ModelSetting {
  return setting;
}
