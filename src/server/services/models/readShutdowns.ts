import type { ShutdownDays } from '#domain/models/shutdowns.ts';
import type { Executor } from '#server/db/connect.ts';
import { upstreamShutdown } from '#server/db/schema/upstreamShutdowns.ts';
import { ownUpstream } from '#server/gateways/models/mapping.ts';
import { knownShutdowns } from '#server/gateways/models/shutdowns.ts';
import {
  type ServedModel,
  readSettings,
  servedModels,
  servedSearch,
} from '#server/services/models/readSettings.ts';

/** Reads the shutdown days of upstreams: the stored ones, and those that the product knows for others. */
export async function readShutdowns(query: Executor): Promise<ShutdownDays> {
  const { upstream, day } = upstreamShutdown;
  const days = new Map(knownShutdowns);
  for (const row of await query.select({ upstream, day }).from(upstreamShutdown)) {
    if (row.day === null) days.delete(row.upstream);
    else days.set(row.upstream, row.day);
  }
  return days;
}

/** Returns the catalogue, with AI search, and the days of shutdowns, for a process that has none in memory. */
export async function readModels(query: Executor): Promise<ServedModel[]> {
  const settings = await readSettings(query);
  const shutdowns = await readShutdowns(query);
  const all = [...servedModels(settings), servedSearch(settings)];
  return all.map((model) => withShutdowns(model, shutdowns));
}

/** Returns the model with these shutdowns, which also determine the day from which a successor answers. */
export function withShutdowns(model: ServedModel, shutdowns: ShutdownDays): ServedModel {
  const own = ownUpstream(model.id);
  if (!own) return { ...model, shutdowns };
  return { ...model, shutdowns, retired: shutdowns.get(`${own.provider}/${own.name}`) };
}
