import { dayOf } from '#domain/dates.ts';
import { providerOf } from '#domain/costs/upstreamPrices.ts';
import type { CorePlatform } from '#server/context.ts';
import { hasPrice } from '#server/services/upstreamPrices/hasPrice.ts';
import { readCosts } from '#server/services/upstreamPrices/readCosts.ts';
import { readSettings, servedModels, servedSearch } from '#server/services/models/readSettings.ts';
import { readShutdowns, withShutdowns } from '#server/services/models/readShutdowns.ts';
import { usedUpstreams } from '#server/services/models/usedUpstreams.ts';

/** Returns the upstreams of a provider that models use and whose price is unknown: a cap closes them. */
export async function unpricedUpstreams(
  { database, config, now }: CorePlatform,
  provider: string,
): Promise<string[]> {
  const { query } = database;
  const settings = await readSettings(query);
  const shutdowns = await readShutdowns(query);
  const all = [...servedModels(settings), servedSearch(settings)];
  const models = all.map((model) => withShutdowns(model, shutdowns));
  const used = usedUpstreams(models, config, dayOf(now()));
  const costs = await readCosts(query);
  return [...used.keys()].filter(
    (upstream) => providerOf(upstream) === provider && !hasPrice(upstream, costs, now()),
  );
}
