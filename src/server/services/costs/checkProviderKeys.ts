import { dayOf } from '#domain/dates.ts';
import { type TokenPrice, costOf, tokenPriceOf } from '#domain/costs/upstreamPrices.ts';
import type { Model, ModelProvider } from '#domain/models/models.ts';
import type { ProviderProblem } from '#domain/models/providerCircuit.ts';
import type { ProviderConfig } from '#server/providerConfig.ts';
import type { CorePlatform } from '#server/context.ts';
import { createModelGateway } from '#server/gateways/models/gateway.ts';
import { type ModelRoute, UpstreamError } from '#server/gateways/models/models.ts';
import { type ProviderKey, providerKeys } from '#server/gateways/providerKey.ts';
import { addSpending } from '#server/services/costs/addSpending.ts';
import { readModels } from '#server/services/models/readShutdowns.ts';
import { readCosts } from '#server/services/upstreamPrices/readCosts.ts';

/** The result of a tiny question with one key. */
export type KeyCheck = {
  provider: ModelProvider;
  /** How the key is named: its last four characters, or its place; empty for a server without keys. */
  key: string;
  /** The upstream that was asked; `null` if no model uses this provider. */
  upstream: string | null;
  /** `null`: the key works. */
  problem: ProviderProblem | null;
  /** The failure, without any text of the provider. */
  message: string | null;
};

const timeLimitMilliseconds = 15_000;

/** The least that all providers accept. */
const answerTokens = 16;

/** The tokens by whose cost models are compared. */
const thousand = { input: 1_000, output: 1_000 };

/**
 * Sends a tiny question with each key of each provider of text, which costs a fraction of a cent. `isCounted`: whether
 * the cost is stored.
 */
export function checkProviderKeys(core: CorePlatform, isCounted = true): Promise<KeyCheck[]> {
  const { providers } = core.config;
  const each = providers.flatMap((provider) => keysOf(provider).map((key) => ({ provider, key })));
  return Promise.all(each.map(({ provider, key }) => askProvider(core, provider, key, isCounted)));
}

function keysOf(provider: ProviderConfig): (ProviderKey | undefined)[] {
  const keys = providerKeys(provider);
  return keys.length === 0 ? [undefined] : keys;
}

/** Sends a tiny question to the cheapest model of a provider, with one of its keys, and counts its cost. */
export async function askProvider(
  core: CorePlatform,
  provider: ProviderConfig,
  key: ProviderKey | undefined,
  isCounted = true,
): Promise<KeyCheck> {
  const checked = { provider: provider.name, key: key?.label ?? '' };
  const found = await cheapestRoute(core, provider);
  if (!found) return { ...checked, upstream: null, problem: null, message: null };
  const { model, route, price, close } = found;
  const { upstream } = route;
  try {
    const finish = await route.stream(
      {
        model: { ...model, maxOutputTokens: answerTokens },
        instructions: undefined,
        turns: [{ role: 'user', text: 'Reply with the single word OK.' }],
      },
      AbortSignal.timeout(timeLimitMilliseconds),
      { onText: () => undefined },
      key,
    );
    if (isCounted && price) await countCost(core, { provider: provider.name, price }, finish);
    return { ...checked, upstream, problem: null, message: null };
  } catch (error) {
    return { ...checked, upstream, ...problemOf(error) };
  } finally {
    await close();
  }
}

/** A provider that rejects this question only has accepted the key. */
function problemOf(error: unknown): Pick<KeyCheck, 'problem' | 'message'> {
  if (!(error instanceof UpstreamError)) {
    return { problem: 'failing', message: `no answer within ${timeLimitMilliseconds / 1_000} s` };
  }
  const { account, isRejection, message } = error;
  return { problem: account ?? (isRejection ? null : 'failing'), message };
}

type Found = {
  model: Model;
  route: ModelRoute;
  price: TokenPrice | undefined;
  close: () => Promise<void>;
};

async function cheapestRoute(
  { database, now }: CorePlatform,
  provider: ProviderConfig,
): Promise<Found | undefined> {
  const gateway = createModelGateway({ providers: [provider] }, undefined, now);
  const { prices } = await readCosts(database.query);
  const models = await readModels(database.query);
  const [cheapest] = models
    .flatMap((model) => {
      const route = model.hidden || model.kind !== 'text' ? undefined : gateway.route(model);
      if (!route) return [];
      const price = tokenPriceOf(route.upstream, dayOf(now()), prices);
      return [{ model, route, price, cost: price ? costOf(price, thousand) : Infinity }];
    })
    .toSorted((one, other) => (one.cost < other.cost ? -1 : 1));
  return cheapest && { ...cheapest, close: () => gateway.close() };
}

/** The provider charges for the question, so that it counts for the daily cap. */
async function countCost(
  { database, now }: CorePlatform,
  { provider, price }: { provider: string; price: TokenPrice },
  {
    inputTokens,
    outputTokens,
  }: { inputTokens: number | undefined; outputTokens: number | undefined },
): Promise<void> {
  if (inputTokens === undefined || outputTokens === undefined) return;
  const micros = costOf(price, { input: inputTokens, output: outputTokens });
  await addSpending(database.query, provider, micros, now());
}
