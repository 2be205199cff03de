import type { Day } from '#domain/dates.ts';
import type { Language } from '#domain/languages.ts';
import { type Model, type ModelGroup, modelGroups, modelInputs, models } from '#domain/models.ts';

/** What a model is good for, by language. */
export type ModelTips = Readonly<Partial<Record<Language, string>>>;

/** What the operator changed of a model, or a model that was added; `null` leaves what the product ships. */
export type ModelSetting = {
  id: string;
  title: string | null;
  group: ModelGroup | null;
  price: number | null;
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
 * and added to it. First those with a position, then the others by group. What misses something is left out.
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
  };
}

/** Stable sorting keeps the shipped order within a group. */
function groupPlace(group: ModelGroup): number {
  return modelGroups.indexOf(group);
}
