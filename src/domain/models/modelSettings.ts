import type { Day } from '#domain/dates.ts';
import type { Language } from '#domain/languages/languages.ts';
import {
  type Model,
  type ModelGroup,
  modelGroups,
  modelInputs,
  models,
  searchModel,
} from '#domain/models/models.ts';

/** The short description of a model (its tip), by language. */
export type ModelTips = Readonly<Partial<Record<Language, string>>>;

/** A future price. `from` is the first moment of the price, an ISO text in UTC such as `2026-12-01T00:00:00Z`. */
export type ComingPrice = { price: number; from: string };

/** The operator's changes to a model, or an added model. `null` keeps the value of the product. */
export type ModelSetting = {
  id: string;
  title: string | null;
  group: ModelGroup | null;
  price: number | null;
  /** Future prices that are not yet in `price`, ordered by time. */
  coming: readonly ComingPrice[];
  maxInputTokens: number | null;
  stepTokens: number | null;
  maxOutputTokens: number | null;
  /** Position in the catalogue. Models without a position come last. */
  position: number | null;
  hidden: boolean;
  tips: ModelTips | null;
  /** The name of the upstream model that the operator chose. */
  upstream: string | null;
};

/** A model as it is offered here. */
export type CatalogueModel = Model & {
  /** The operator's texts. Without them a shipped model has the product's text. */
  tips: ModelTips;
  /** Whether the model is not offered. GPTs that use it still answer. */
  hidden: boolean;
  /** Whether the model is part of the product. The operator added the others. */
  shipped: boolean;
  /** The upstream model that the operator chose; `null` for the product's choice. */
  upstreamName: string | null;
  /** Future prices, ordered by time. */
  coming: readonly ComingPrice[];
};

/** Limits of a model's settings. Texts are in characters. */
export const modelLimits = {
  /** Ids are parts of URLs. */
  id: /^[a-z\d](?:[a-z\d._-]{0,78}[a-z\d])?$/,
  title: 60,
  tip: 200,
  price: 10_000,
  inputTokens: 2_000_000,
  outputTokens: 200_000,
  /** Longest name of an upstream model. */
  upstream: 200,
  /** Number of models that an operator may add. */
  added: 100,
} as const;

/**
 * Returns the whole catalogue in its order, including hidden models: the shipped models with the operator's changes, and
 * the added ones. Models with a position come first, then the others by group. Incomplete added models are left out.
 */
export function catalogueOf(settings: readonly ModelSetting[]): CatalogueModel[] {
  const byId = new Map(settings.map((setting) => [setting.id, setting]));
  const shipped = models.map((model) => withSetting(model, byId.get(model.id), true));
  const shippedIds = new Set(models.map(({ id }) => id));
  const added = settings
    .filter(({ id }) => !shippedIds.has(id))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .flatMap((setting) => addedModel(setting) ?? []);
  // Sorting is stable, so models of a group keep their order.
  const position = ({ id, group }: CatalogueModel): number =>
    byId.get(id)?.position ??
    Number.MAX_SAFE_INTEGER - modelGroups.length + modelGroups.indexOf(group);
  return [...shipped, ...added].toSorted((one, other) => position(one) - position(other));
}

/** Returns the entry of AI search with the operator's changes. */
export function searchModelOf(settings: readonly ModelSetting[]): CatalogueModel {
  const setting = settings.find(({ id }) => id === searchModel.id);
  return withSetting(searchModel, setting, true);
}

/** Returns the model with the price that is valid at `now`, and the later prices in `coming`. */
export function pricedAt<Priced extends Pick<CatalogueModel, 'price' | 'coming'>>(
  model: Priced,
  now: Date,
): Priced {
  const valid = model.coming.filter(({ from }) => Date.parse(from) <= now.getTime());
  const last = valid.at(-1);
  if (last === undefined) return model;
  return { ...model, price: last.price, coming: model.coming.slice(valid.length) };
}

/** Returns the operator's tip in a language, else in English; `null` without a tip. */
export function tipOf({ tips }: Pick<CatalogueModel, 'tips'>, language: Language): string | null {
  return tips[language] ?? tips.en ?? null;
}

/** Whether a successor answers for the model on a day, because its provider has shut it down. */
export function isReplaced(
  { id, retired, upstreamName }: Pick<CatalogueModel, 'id' | 'retired' | 'upstreamName'>,
  day: Day,
): boolean {
  return retired !== undefined && day >= retired && upstreamName !== id;
}

function addedModel(setting: ModelSetting): CatalogueModel | undefined {
  const { id, title, group, price, maxInputTokens, maxOutputTokens } = setting;
  const parts = [title, group, price, maxInputTokens, maxOutputTokens];
  if (title === null || group === null || parts.includes(null)) return undefined;
  const set = { price: 0, maxInputTokens: 0, stepTokens: Infinity, maxOutputTokens: 0 };
  const model: Model = { id, title, group, kind: 'text', ...set, inputs: modelInputs };
  return withSetting(model, setting, false);
}

function withSetting(
  model: Model,
  setting: ModelSetting | undefined,
  shipped: boolean,
): CatalogueModel {
  const maxInputTokens = setting?.maxInputTokens ?? model.maxInputTokens;
  return {
    ...model,
    title: setting?.title ?? model.title,
    price: setting?.price ?? model.price,
    maxInputTokens,
    stepTokens: Math.min(setting?.stepTokens ?? model.stepTokens, maxInputTokens),
    maxOutputTokens: setting?.maxOutputTokens ?? model.maxOutputTokens,
    tips: setting?.tips ?? {},
    hidden: setting?.hidden ?? false,
    shipped,
    upstreamName: setting?.upstream ?? null,
    coming: setting?.coming ?? [],
  };
}
