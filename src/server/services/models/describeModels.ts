import { type Day, dayOf } from '#domain/dates.ts';
import { alternativeTo } from '#domain/models/modelAlternative.ts';
import { isReplaced } from '#domain/models/modelSettings.ts';
import type { ModelHealth, ModelOutcomes } from '#domain/models/models.ts';
import type { ModelPlatform } from '#server/context.ts';
import type { ModelRoute } from '#server/gateways/models/models.ts';
import { successorOf } from '#server/services/models/listModels.ts';
import type { ServedModel } from '#server/services/models/readSettings.ts';
import { type ShownModel, routeOf, shownModels } from '#server/services/models/shownModels.ts';

export type ModelDescription = {
  id: string;
  title: string;
  group: string;
  kind: string;
  price: number;
  maxInputTokens: number;
  stepTokens: number;
  maxOutputTokens: number;
  tips: ServedModel['tips'];
  hidden: boolean;
  shipped: boolean;
  /** Whether the operator chose its upstream. */
  mapped: boolean;
  /** Upstreams (`provider/model`) in use now: the first one and its fallbacks. */
  upstreams: string[];
  /** The past or coming shutdown of the provider's model with the same name, and the successor. */
  retired: { day: string; successor: string | null } | null;
  /** The day of its shutdown, if no other upstream serves it. */
  closed: Day | null;
  /** `null` for unavailable models. */
  health: ModelHealth | null;
  outcomes: ModelOutcomes | null;
  disturbed: boolean;
  alternative: string | null;
};

/** Describes the whole catalogue in its order, including hidden and unavailable models. */
export async function describeModels(platform: ModelPlatform): Promise<ModelDescription[]> {
  const { models } = platform.catalogue;
  const outcomes = await platform.outcomes.read(models.map(({ id }) => id));
  const shown = await shownModels(platform);
  return models.map((model) => {
    const askable = shown.find(({ id, available }) => id === model.id && available);
    return describe(platform, model, askable, shown, outcomes.get(model.id));
  });
}

function describe(
  platform: ModelPlatform,
  model: ServedModel,
  askable: ShownModel | undefined,
  shown: readonly ShownModel[],
  outcomes: ModelOutcomes | undefined,
): ModelDescription {
  const isWorking = askable === undefined || askable.health === 'working';
  return {
    id: model.id,
    title: model.title,
    group: model.group,
    kind: model.kind,
    price: model.price,
    maxInputTokens: model.maxInputTokens,
    stepTokens: model.stepTokens,
    maxOutputTokens: model.maxOutputTokens,
    tips: model.tips,
    hidden: model.hidden,
    shipped: model.shipped,
    mapped: model.upstream !== undefined,
    upstreams: upstreamsOf(platform.models.route(model)),
    retired: retirementOf(platform, model),
    closed: routeOf(platform, model).closed,
    health: askable?.health ?? null,
    outcomes: outcomes ?? null,
    disturbed: askable?.disturbed ?? false,
    alternative: isWorking ? null : (alternativeTo(model, shown)?.id ?? null),
  };
}

function retirementOf(platform: ModelPlatform, model: ServedModel): ModelDescription['retired'] {
  const { retired, upstreamName, id } = model;
  if (retired === undefined || upstreamName === id) return null;
  if (isReplaced(model, dayOf(platform.now()))) {
    return { day: retired, successor: successorOf(platform, model) };
  }
  const then = new Date(`${retired}T00:00:00Z`);
  return { day: retired, successor: successorOf({ ...platform, now: () => then }, model) };
}

function upstreamsOf(route: ModelRoute | undefined): string[] {
  return route ? [route.upstream, ...upstreamsOf(route.fallback)] : [];
}
