import { and, eq, sql } from 'drizzle-orm';
import { type Day, dayOf, daysBetween } from '#domain/dates.ts';
import { dueWarning } from '#domain/shutdowns.ts';
import type { Platform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { type ShutdownSource, upstreamShutdown } from '#server/db/schema/upstreamShutdowns.ts';
import { type ListedUpstreams, listUpstreams } from '#server/gateways/models/listUpstreams.ts';
import { knownShutdowns } from '#server/gateways/models/shutdowns.ts';
import { notifyServers } from '#server/services/costs/setUpstreamPrice.ts';
import { readShutdowns, withShutdowns } from '#server/services/models/readShutdowns.ts';
import { readSettings, servedModels, servedSearch } from '#server/services/models/readSettings.ts';
import { upstreamOn, usedUpstreams } from '#server/services/models/usedUpstreams.ts';

/** An upstream in use whose provider shuts it down, or has done so. */
export type Shutdown = {
  /** `provider/model`. */
  upstream: string;
  day: Day;
  /** Days until then; 0 or less once it is shut down. */
  days: number;
  source: ShutdownSource;
  /** The nearest warning whose time has come, in days before; 0 from the day on, `null` while it is further away. */
  warning: number | null;
  /** Models that ask it, each with the upstream that it asks from that day on; `null` where it closes. */
  models: { id: string; afterwards: string | null }[];
};

type Dependencies = Pick<Platform, 'database' | 'config' | 'now'>;

/**
 * Asks providers for their lists of models, which costs nothing, and stores the days on which they shut down upstreams in
 * use here. From such a day on, a model that has no other upstream is closed. Returns the shutdowns by their days.
 */
export async function checkShutdowns({ database, config, now }: Dependencies): Promise<Shutdown[]> {
  const today = dayOf(now());
  const lists = await readLists(config);
  const used = usedUpstreams(await readModels(database.query), config, today);
  await database.transaction(async (transaction) => {
    for (const upstream of used.keys()) await storeDay(transaction, upstream, lists);
    await notifyServers(transaction);
  });
  // With the days that were just stored.
  const models = new Map((await readModels(database.query)).map((model) => [model.id, model]));
  const rows = await database.query.select().from(upstreamShutdown);
  const found = rows.flatMap(({ upstream, day, source }): Shutdown[] => {
    if (day === null || !used.has(upstream)) return [];
    const days = daysBetween(today, day);
    const later = days > 0 ? day : today;
    const asking = (used.get(upstream) ?? []).map(({ id }) => {
      const model = models.get(id);
      return { id, afterwards: (model && upstreamOn(model, config, later)) ?? null };
    });
    const warning = dueWarning(day, today) ?? null;
    return [{ upstream, day, days, source, warning, models: asking }];
  });
  return found.toSorted((one, other) => one.days - other.days);
}

async function readModels(query: Executor) {
  const settings = await readSettings(query);
  const shutdowns = await readShutdowns(query);
  const all = [...servedModels(settings), servedSearch(settings)];
  return all.map((model) => withShutdowns(model, shutdowns));
}

/** The lists of models by provider; those that cannot be read are missing. */
async function readLists({ providers }: Dependencies['config']) {
  const lists = await Promise.all(
    providers.map(async (account) => [account.name, await listUpstreams(account)] as const),
  );
  return new Map(lists.flatMap(([name, list]) => (list ? [[name as string, list]] : [])));
}

/**
 * A day of the provider stands above that of the product. One that it takes back is forgotten; a model that is missing in
 * its list, as after its shutdown, keeps its day. A new day brings new alarms.
 */
async function storeDay(
  transaction: Executor,
  upstream: string,
  lists: ReadonlyMap<string, ListedUpstreams>,
): Promise<void> {
  const [provider = '', ...name] = upstream.split('/');
  const listed = lists.get(provider)?.get(name.join('/'));
  const known = knownShutdowns.get(upstream) ?? null;
  if (listed) return upsert(transaction, { upstream, day: listed, source: 'provider' });
  if (listed === null) {
    const isOfProvider = eq(upstreamShutdown.source, 'provider');
    const isIt = eq(upstreamShutdown.upstream, upstream);
    await transaction.delete(upstreamShutdown).where(and(isIt, isOfProvider));
  }
  if (known === null) return;
  await transaction
    .insert(upstreamShutdown)
    .values({ upstream, day: known, source: 'product' })
    .onConflictDoNothing();
}

async function upsert(
  transaction: Executor,
  row: { upstream: string; day: Day; source: ShutdownSource },
): Promise<void> {
  const { day, source } = upstreamShutdown;
  await transaction
    .insert(upstreamShutdown)
    .values(row)
    .onConflictDoUpdate({
      target: upstreamShutdown.upstream,
      set: { ...row, warned: null, updated: sql`now()` },
      setWhere: sql`${source} <> 'operator' and ${day} is distinct from excluded.day`,
    });
}
