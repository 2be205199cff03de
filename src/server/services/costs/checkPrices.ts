import { and, gt, isNotNull, isNull, notLike, sql } from 'drizzle-orm';
import { dayOf } from '#domain/dates.ts';
import { searchLimits } from '#domain/search/aiSearch.ts';
import { isMediaKind } from '#domain/media/media.ts';
import { searchModel } from '#domain/models/models.ts';
import {
  type CheckedPrice,
  type PricedModel,
  type SeenCost,
  behindGpts,
  checkPrice,
} from '#domain/costs/priceCheck.ts';
import { priceWaivers } from '#domain/costs/priceWaivers.ts';
import { searchPrices } from '#domain/costs/upstreamPrices.ts';
import type { ModelPlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { answerCost } from '#server/db/schema/costs.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { defaultMediaTarget } from '#server/gateways/media/mediaTargets.ts';
import { upstreamOf } from '#server/gateways/models/mapping.ts';
import type { ModelRoute } from '#server/gateways/models/models.ts';
import type { ServedModel } from '#server/services/models/readSettings.ts';

/** Days of answers whose costs count. */
const seenDays = 30;

/** Estimated tokens of the names, addresses and dates of the sources of an AI search. */
const sourceTokens = 2_000;

/**
 * Compares the price of every model, of AI search, and of GPTs by the model behind them, with the cost of a question:
 * from the answers of the last 30 days, or else from price lists. A model without a connected provider is compared with
 * its known upstream. The worst case of each is compared, too.
 */
export async function checkPrices(platform: ModelPlatform): Promise<CheckedPrice[]> {
  const { catalogue, database, now } = platform;
  const { prices, mediaPrices: media } = catalogue;
  const { byModel, byGpt } = await seenCosts(database.query, now());
  const costs = { day: dayOf(now()), prices, media };
  // AI search is in no list of models. It costs the price of its model and of its search engine.
  const all = [...catalogue.models, catalogue.find(searchModel.id) ?? []].flat();
  const offered = all.filter(({ hidden }) => !hidden);
  const models = offered.map((model) =>
    checkPrice(pricedModel(platform, model), { ...costs, seen: byModel }),
  );
  const behind = await modelsBehindGpts(database.query);
  const gpts = catalogue.models
    .filter(({ id }) => behind.has(id))
    .map((model) =>
      checkPrice(behindGpts(pricedModel(platform, model)), { ...costs, seen: byGpt }),
    );
  return [...models, ...gpts.map((checked) => ({ ...checked, model: `GPTs by ${checked.model}` }))];
}

function pricedModel(platform: ModelPlatform, model: ServedModel): PricedModel {
  const upstream = upstreamFor(platform, model);
  const route = platform.models.route(model);
  const fallbacks = route && !route.sandbox ? fallbacksOf(route) : [];
  const isSearch = model.id === searchModel.id;
  const waiver = priceWaivers[model.id];
  const extra = isSearch ? extraOfSearch(platform) : undefined;
  return { ...model, upstream, fallbacks, waiver, extra };
}

function fallbacksOf({ fallback }: ModelRoute): string[] {
  return fallback && !fallback.sandbox ? [fallback.upstream, ...fallbacksOf(fallback)] : [];
}

/**
 * Returns the costs of a search without its model: each engine may fail once after it was paid, the last one never
 * does.
 */
function extraOfSearch({ config }: ModelPlatform): PricedModel['extra'] {
  const prices = (config.search ?? []).map(({ name }) => searchPrices[name]);
  const failed = prices.reduce((sum, price) => sum + price, 0);
  const micros = failed + (searchLimits.queries - 1) * Math.max(0, ...prices);
  return { micros, inputTokens: searchLimits.passageTokens + sourceTokens };
}

function upstreamFor({ models, now }: ModelPlatform, model: ServedModel): string | undefined {
  const route = models.route(model);
  if (route && !route.sandbox) return route.upstream;
  const { kind } = model;
  if (isMediaKind(kind)) {
    const target = defaultMediaTarget({ ...model, kind }, now());
    return target && `${target.provider}/${target.model}`;
  }
  const known = upstreamOf(model.id, now(), model.retired);
  return known && `${known.provider}/${known.name}`;
}

async function modelsBehindGpts(query: Executor): Promise<Set<string>> {
  const rows = await query
    .selectDistinct({ model: gpt.model })
    .from(gpt)
    .where(isNull(gpt.removed));
  return new Set(rows.map(({ model }) => model));
}

/**
 * Returns average costs for a charged credit, because a long question is charged several times its price: over all answers,
 * including released ones, because charged answers must pay for them.
 */
async function seenCosts(query: Executor, now: Date) {
  const since = new Date(now.getTime() - seenDays * 86_400_000);
  const { model, isGpt, charged, cost, ended, upstream } = answerCost;
  const chargedAnswers = sql`count(*) filter (where ${charged} > 0)`;
  const rows = await query
    .select({
      model,
      isGpt,
      answers: sql<number>`(${chargedAnswers})::int`,
      cost: sql<SeenCost['cost']>`(sum(${cost}) / nullif(sum(${charged}), 0))::float8`,
    })
    .from(answerCost)
    .where(and(gt(ended, since), isNotNull(cost), notLike(upstream, 'sandbox/%')))
    .groupBy(model, isGpt);
  const part = (ofGpts: boolean) =>
    new Map(
      rows
        .filter((row) => row.isGpt === ofGpts)
        .map((row) => [row.model, { answers: row.answers, cost: row.cost }]),
    );
  return { byModel: part(false), byGpt: part(true) };
}
