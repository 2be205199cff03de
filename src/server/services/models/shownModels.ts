import type { Day } from '#domain/dates.ts';
import type { AskableModel } from '#domain/modelAlternative.ts';
import { type ModelOutcomes, healthOf } from '#domain/models.ts';
import { providerOf } from '#domain/upstreamPrices.ts';
import type { Platform } from '#server/context.ts';
import type { ModelRoute } from '#server/gateways/models/models.ts';
import type { ServedModel } from '#server/services/models/readSettings.ts';

/** The sources of the list of models: the catalogue, the targets of questions, and the outcomes of answers. */
export type ModelMeans = Pick<Platform, 'catalogue' | 'models' | 'outcomes' | 'spending'>;

/** A model that is offered, with how it answers lately. */
export type ShownModel = ServedModel &
  AskableModel & {
    route: ModelRoute | undefined;
    /** Whether all its providers have reached their daily caps: it answers again tomorrow (UTC). */
    resting: boolean;
    /** The day on which its provider shut it down, where nothing else answers for it. */
    closed: Day | null;
  };

/**
 * The models that are offered now, in their order: those that are not hidden and that an upstream serves, or served until
 * it was shut down, and media models, which say whether they are available.
 */
export async function shownModels(means: ModelMeans): Promise<ShownModel[]> {
  const offered = means.catalogue.models
    .filter(({ hidden }) => !hidden)
    .map((model) => ({ ...model, ...routeOf(means, model) }))
    .filter(({ kind, route, closed }) => kind !== 'text' || route !== undefined || closed !== null);
  const outcomes = await means.outcomes.read(offered.map(({ id }) => id));
  const rated = offered.map((model) => ({ ...model, ...ratingOf(outcomes.get(model.id)) }));
  const disturbed = disturbedProviders(rated);
  const resting = await means.spending.resting();
  return rated.map(({ isRated: _, ...model }) => ({
    ...model,
    available: awakeRoute(model.route, resting) !== undefined,
    resting: model.route !== undefined && awakeRoute(model.route, resting) === undefined,
    disturbed: model.route !== undefined && disturbed.has(providerOf(model.route.upstream)),
  }));
}

/** Whether the service of any provider that is connected fluctuates. */
export async function isDisturbed(means: ModelMeans): Promise<boolean> {
  return (await shownModels(means)).some(({ disturbed }) => disturbed);
}

/** Where questions to a model go; without that, the day on which its provider shut it down. */
export function routeOf(
  { models }: Pick<ModelMeans, 'models'>,
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

/** Those of whose models that were asked lately most are slow or down: one bad model of two is no bad provider. */
function disturbedProviders(models: readonly Rated[]): Set<string> {
  const asked = models.filter(({ isRated }) => isRated);
  const byProvider = Map.groupBy(asked, ({ route }) => route && providerOf(route.upstream));
  return new Set(
    [...byProvider].flatMap(([provider, ofProvider]) => {
      const bad = ofProvider.filter(({ health }) => health !== 'working').length;
      return provider !== undefined && bad * 2 > ofProvider.length ? [provider] : [];
    }),
  );
}

/** The first upstream of a route whose provider does not rest. */
export function awakeRoute(
  route: ModelRoute | undefined,
  resting: ReadonlySet<string>,
): ModelRoute | undefined {
  if (!route || !resting.has(providerOf(route.upstream))) return route;
  return awakeRoute(route.fallback, resting);
}
