import { type Day, dayOf } from '#domain/dates.ts';
import { alternativeTo } from '#domain/modelAlternative.ts';
import { isReplaced } from '#domain/modelSettings.ts';
import type { ModelHealth, ModelOutcomes } from '#domain/models.ts';
import type { Platform } from '#server/context.ts';
import type { ModelRoute } from '#server/gateways/models/models.ts';
import { successorOf } from '#server/services/models/listModels.ts';
import type { ServedModel } from '#server/services/models/readSettings.ts';
import {
  type ModelMeans,
  type ShownModel,
  routeOf,
  shownModels,
} from '#server/services/models/shownModels.ts';

/** The description of a model for operators. */
export type ModelDescription = {
  id: string;
  title: string;
  group: string;
  kind: string;
  price: number;
  maxInputTokens: number;
  maxOutputTokens: number;
  tips: ServedModel['tips'];
  hidden: boolean;
  /** Whether the product ships it. */
  shipped: boolean;
  /** Whether the operator chose what answers. */
  mapped: boolean;
  /** `provider/model` of what answers now, and what is tried after it. */
  upstreams: string[];
  /** The provider's shutdown, past or to come, of the model that it is called after. */
  retired: { day: string; successor: string | null } | null;
  /** The day on which its provider shut it down, where nothing else answers for it. */
  closed: Day | null;
  /** `null` for models that nobody can ask. */
  health: ModelHealth | null;
  outcomes: ModelOutcomes | null;
  disturbed: boolean;
  alternative: string | null;
};

type Means = ModelMeans & Pick<Platform, 'config' | 'now'>;

/** The whole catalogue in its order, hidden models and those that nobody answers for included. */
export async function describeModels(means: Means): Promise<ModelDescription[]> {
  const { models } = means.catalogue;
  const outcomes = await means.outcomes.read(models.map(({ id }) => id));
  const shown = await shownModels(means);
  return models.map((model) => {
    const askable = shown.find(({ id, available }) => id === model.id && available);
    return describe(means, model, askable, shown, outcomes.get(model.id));
  });
}

function describe(
  means: Means,
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
    maxOutputTokens: model.maxOutputTokens,
    tips: model.tips,
    hidden: model.hidden,
    shipped: model.shipped,
    mapped: model.upstream !== undefined,
    upstreams: upstreamsOf(means.models.route(model)),
    retired: retirementOf(means, model),
    closed: routeOf(means, model).closed,
    health: askable?.health ?? null,
    outcomes: outcomes ?? null,
    disturbed: askable?.disturbed ?? false,
    alternative: isWorking ? null : (alternativeTo(model, shown)?.id ?? null),
  };
}

function retirementOf(means: Means, model: ServedModel): ModelDescription['retired'] {
  const { retired, upstreamName, id } = model;
  if (retired === undefined || upstreamName === id) return null;
  if (isReplaced(model, dayOf(means.now()))) {
    return { day: retired, successor: successorOf(means, model) };
  }
  const then = new Date(`${retired}T00:00:00Z`);
  return { day: retired, successor: successorOf({ ...means, now: () => then }, model) };
}

function upstreamsOf(route: ModelRoute | undefined): string[] {
  return route ? [route.upstream, ...upstreamsOf(route.fallback)] : [];
}
