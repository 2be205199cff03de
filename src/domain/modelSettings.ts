import type { Day } from '#domain/dates.ts';
import type { Language } from '#domain/languages.ts';
import {
  type Model,
  type ModelGroup,
  modelGroups,
  modelInputs,
  models,
  searchModel,
} from '#domain/models.ts';

/** The model's tip, by language. */
export type ModelTips = Readonly<Partial<Record<Language, string>>>;

/** A price that counts from a moment on, which is an ISO text of UTC, such as `2026-12-01T00:00:00Z`. */
export type ComingPrice = { price: number; from: string };

/** The operator's changes to a model, or an added model; `null` leaves the product's own value. */
export type ModelSetting = {
  id: string;
  title: string | null;
  group: ModelGroup | null;
  price: number | null;
  /** Prices that were not moved into `price` yet, by their moments. */
  coming: readonly ComingPrice[];
  maxInputTokens: number | null;
  maxOutputTokens: number | null;
  /** Place in the catalogue, before those that have none. */
  position: number | null;
  hidden: boolean;
  tips: ModelTips | null;
  /** The name of the upstream model that the operator chose. */
  upstream: string | null;
};

/** A model as it is offered here. */
export type CatalogueModel = Model & {
  /** The operator's words; where there are none, a shipped model has those of the product. */
  tips: ModelTips;
  /** Whether it is listed and asked by nobody; GPTs that have it behind them still answer. */
  hidden: boolean;
  /** Whether the product ships it; else the operator added it. */
  shipped: boolean;
  /** The upstream model that the operator chose; `null` for the one that the product knows. */
  upstreamName: string | null;
  /** The prices that follow, by their moments. */
  coming: readonly ComingPrice[];
};

/** Limits of what an operator may say about a model. */
export const modelLimits = {
  /** Ids stand in addresses. */
  id: /^[a-z\d](?:[a-z\d._-]{0,78}[a-z\d])?$/,
  title: 60,
  tip: 200,
  price: 10_000,
  inputTokens: 2_000_000,
  outputTokens: 200_000,
  /** Longest name of an upstream model. */
  upstream: 200,
  /** Models that an operator may add. */
  added: 100,
} as const;

/**
 * The whole catalogue in its order, hidden models included: what the product ships with what the operator changed of it
 * and added to it. First those with a position, then the others by group. Incomplete models are left out.
 */
export function catalogueOf(settings: readonly ModelSetting[]): CatalogueModel[] {
  const byId = new Map(settings.map((setting) => [setting.id, setting]));
  const shipped = models.map((model) => withSetting(model, byId.get(model.id), true));
  const shippedIds = new Set(models.map(({ id }) => id));
  const added = settings
    .filter(({ id }) => !shippedIds.has(id))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .flatMap((setting) => addedModel(setting) ?? []);
  const place = ({ id, group }: CatalogueModel): number =>
    byId.get(id)?.position ?? Number.MAX_SAFE_INTEGER - modelGroups.length + groupPlace(group);
  return [...shipped, ...added].toSorted((one, other) => place(one) - place(other));
}

/** AI search with what the operator changed of it. */
export function searchModelOf(settings: readonly ModelSetting[]): CatalogueModel {
  const setting = settings.find(({ id }) => id === searchModel.id);
  return withSetting(searchModel, setting, true);
}

/** Returns the model with the price that counts at a moment, and the prices that follow it. */
export function pricedAt<Priced extends Pick<CatalogueModel, 'price' | 'coming'>>(
  model: Priced,
  now: Date,
): Priced {
  const counts = model.coming.filter(({ from }) => Date.parse(from) <= now.getTime());
  const last = counts.at(-1);
  if (last === undefined) return model;
  return { ...model, price: last.price, coming: model.coming.slice(counts.length) };
}

/** The operator's words about a model in a language, else in English; `null` for the product's own. */
export function tipOf({ tips }: Pick<CatalogueModel, 'tips'>, language: Language): string | null {
  return tips[language] ?? tips.en ?? null;
}

/** Whether another model than the one that it is called after answers on a day, since its provider shut it down. */
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
  const set = { price: 0, maxInputTokens: 0, maxOutputTokens: 0 };
  const model: Model = { id, title, group, kind: 'text', ...set, inputs: modelInputs };
  return withSetting(model, setting, false);
}

function withSetting(
  model: Model,
  setting: ModelSetting | undefined,
  shipped: boolean,
): CatalogueModel {
  return {
    ...model,
    title: setting?.title ?? model.title,
    price: setting?.price ?? model.price,
    maxInputTokens: setting?.maxInputTokens ?? model.maxInputTokens,
    maxOutputTokens: setting?.maxOutputTokens ?? model.maxOutputTokens,
    tips: setting?.tips ?? {},
    hidden: setting?.hidden ?? false,
    shipped,
    upstreamName: setting?.upstream ?? null,
    coming: setting?.coming ?? [],
  };
}

/** Stable sorting keeps the shipped order within a group. */
function groupPlace(group: ModelGroup): number {
  return modelGroups.indexOf(group);
}
