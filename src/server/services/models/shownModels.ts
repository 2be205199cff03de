import type { Day } from '#domain/dates.ts';
import type { AskableModel } from '#domain/models/modelAlternative.ts';
import { type ModelOutcomes, healthOf } from '#domain/models/models.ts';
import { providerOf } from '#domain/costs/upstreamPrices.ts';
import type { ModelPlatform } from '#server/context.ts';
import type { ModelRoute } from '#server/gateways/models/models.ts';
import type { ServedModel } from '#server/services/models/readSettings.ts';

/** An offered model with its route and recent health. */
export type ShownModel = ServedModel &
  AskableModel & {
    route: ModelRoute | undefined;
    /** Whether all its providers have reached their daily caps until tomorrow (UTC). */
    resting: boolean;
    /** Whether no upstream can be asked because its providers are closed. */
    refused: boolean;
    /** The day of its shutdown, if no other upstream serves it. */
    closed: Day | null;
  };

/**
 * Returns the offered models in their order: visible text models that an upstream serves, or served until its shutdown,
 * and visible media models, available or not.
 */
export async function shownModels(platform: ModelPlatform): Promise<ShownModel[]> {
  const offered = platform.catalogue.models
    .filter(({ hidden }) => !hidden)
    .map((model) => ({ ...model, ...routeOf(platform, model) }))
    .filter(({ kind, route, closed }) => kind !== 'text' || route !== undefined || closed !== null);
  const outcomes = await platform.outcomes.read(offered.map(({ id }) => id));
  const rated = offered.map((model) => ({ ...model, ...ratingOf(outcomes.get(model.id)) }));
  const disturbed = providersWithOutage(rated);
  const resting = await platform.spending.pausedProviders();
  return rated.map(({ isRated: _, ...model }) => ({
    ...model,
    ...availabilityOf(platform, model.route, resting),
    disturbed: model.route !== undefined && disturbed.has(providerOf(model.route.upstream)),
  }));
}

/** Whether a connected provider has an outage. */
export async function hasProviderOutage(platform: ModelPlatform): Promise<boolean> {
  return (await shownModels(platform)).some(({ disturbed }) => disturbed);
}

/** Returns the route of questions to a model; if there is none, the day of its shutdown, if any. */
export function routeOf(
  { models }: ModelPlatform,
  model: ServedModel,
): { route: ModelRoute | undefined; closed: Day | null } {
  const route = models.route(model);
  if (route) return { route, closed: null };
  const before = models.route({ ...model, shutdowns: new Map() });
  return { route, closed: (before && model.shutdowns?.get(before.upstream)) ?? null };
}

function ratingOf(outcomes: ModelOutcomes | undefined) {
  return {
    health: outcomes ? healthOf(outcomes) : ('working' as const),
    isRated: outcomes !== undefined,
  };
}

type Rated = Pick<AskableModel, 'health'> & { isRated: boolean; route: ModelRoute | undefined };

/** Returns providers most of whose recently used models are slow or down; one bad model of two is not an outage. */
function providersWithOutage(models: readonly Rated[]): Set<string> {
  const rated = models.filter(({ isRated }) => isRated);
  const byProvider = Map.groupBy(rated, ({ route }) => route && providerOf(route.upstream));
  return new Set(
    [...byProvider].flatMap(([provider, ofProvider]) => {
      const bad = ofProvider.filter(({ health }) => health !== 'working').length;
      return provider !== undefined && bad * 2 > ofProvider.length ? [provider] : [];
    }),
  );
}

/**
 * Returns the first upstream of a route that can be asked now: its price is known if its provider has a cap, the cap is not
 * reached, and the provider is not closed.
 */
export function awakeRoute(
  platform: ModelPlatform,
  route: ModelRoute | undefined,
  resting: ReadonlySet<string>,
): ModelRoute | undefined {
  return findRoute(
    route,
    ({ upstream, lane = upstream }) =>
      !platform.spending.lacksPrice(upstream) &&
      !platform.accounts.isClosed(lane) &&
      !resting.has(providerOf(upstream)),
  );
}

/** Returns the first upstream of a route whose price is known, if its provider has a cap. */
export function pricedRoute(
  { spending }: ModelPlatform,
  route: ModelRoute | undefined,
): ModelRoute | undefined {
  return findRoute(route, ({ upstream }) => !spending.lacksPrice(upstream));
}

function findRoute(
  route: ModelRoute | undefined,
  fits: (route: ModelRoute) => boolean,
): ModelRoute | undefined {
  return !route || fits(route) ? route : findRoute(route.fallback, fits);
}

/**
 * Whether a route can be asked now. If not: whether it only has to wait for tomorrow, or its providers are closed.
 */
export function availabilityOf(
  platform: ModelPlatform,
  route: ModelRoute | undefined,
  resting: ReadonlySet<string>,
): { available: boolean; resting: boolean; refused: boolean } {
  if (awakeRoute(platform, route, resting)) {
    return { available: true, resting: false, refused: false };
  }
  const priced = pricedRoute(platform, route);
  const tomorrow = awakeRoute(platform, route, new Set());
  return {
    available: false,
    resting: tomorrow !== undefined,
    refused: priced !== undefined && tomorrow === undefined,
  };
}
