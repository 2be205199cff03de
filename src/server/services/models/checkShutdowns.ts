import { and, eq, sql } from 'drizzle-orm';
import { type Day, dayOf, daysBetween } from '#domain/dates.ts';
import { dueWarning } from '#domain/models/shutdowns.ts';
import type { CorePlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { type ShutdownSource, upstreamShutdown } from '#server/db/schema/upstreamShutdowns.ts';
import { type ListedUpstreams, listUpstreams } from '#server/gateways/models/listUpstreams.ts';
import { knownShutdowns } from '#server/gateways/models/shutdowns.ts';
import { notifyServers } from '#server/services/upstreamPrices/setUpstreamPrice.ts';
import { readModels } from '#server/services/models/readShutdowns.ts';
import { upstreamOn, usedUpstreams } from '#server/services/models/usedUpstreams.ts';

/** An upstream in use with a past or coming shutdown by its provider. */
export type Shutdown = {
  /** `provider/model`. */
  upstream: string;
  day: Day;
  /** Days until then; 0 or less after the shutdown. */
  days: number;
  source: ShutdownSource;
  /** The latest due warning, in days before the shutdown; 0 from that day on, `null` if none is due. */
  warning: number | null;
  /** The models that use it, each with its upstream from that day on; `null` if the model closes. */
  models: { id: string; afterwards: string | null }[];
};

/**
 * Reads the providers' lists of models, which is free, and stores the shutdown days of upstreams in use. From its
 * shutdown on, a model without another upstream is closed. Returns the shutdowns by their days.
 */
export async function checkShutdowns({ database, config, now }: CorePlatform): Promise<Shutdown[]> {
  const today = dayOf(now());
  const lists = await readLists(config);
  const used = usedUpstreams(await readModels(database.query), config, today);
  await database.transaction(async (transaction) => {
    for (const upstream of used.keys()) await storeDay(transaction, upstream, lists);
    await notifyServers(transaction);
  });
  // Read again, with the days stored above.
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

/** Returns the lists of models by provider, without unreadable ones. */
async function readLists({ providers }: CorePlatform['config']) {
  const lists = await Promise.all(
    providers.map(async (account) => [account.name, await listUpstreams(account)] as const),
  );
  return new Map(lists.flatMap(([name, list]) => (list ? [[name as string, list]] : [])));
}

/**
 * Stores a shutdown day. The provider's day has priority over the product's. If the provider withdraws it, it is
 * deleted; a model that is missing in its list, as after its shutdown, keeps its day. A new day causes new alarms.
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
