import { callTurn } from '#contract/call.ts';
import { endpointUrl } from '#contract/endpoint.ts';
import { type ChatModel, listModels } from '#contract/models/models.ts';
import { questionMaxCharacters } from '#domain/chat/chat.ts';
import type { Language } from '#domain/languages/languages.ts';
import { type ModelGroup, modelGroups, models as catalogue } from '#domain/models/models.ts';
import { atom } from 'nanostores';

export type { ChatModel } from '#contract/models/models.ts';

/** The state of a model that the server has said nothing about. */
export const modelDefaults = {
  tip: null,
  inputs: [],
  pictures: 'pixels',
  successor: null,
  health: 'working',
  disturbed: false,
  alternative: null,
  max_question_characters: questionMaxCharacters,
  available: true,
  resting: false,
  closed: null,
  sandbox: false,
} satisfies Partial<ChatModel>;

/** The models that the page was built with, until the server's list arrives. */
const builtIn: readonly ChatModel[] = catalogue.map((model) => ({
  ...modelDefaults,
  id: model.id,
  title: model.title,
  group: model.group,
  kind: model.kind,
  price: model.price,
  max_input_tokens: model.maxInputTokens,
  step_tokens: model.stepTokens,
  max_output_tokens: model.maxOutputTokens,
}));

/** The models in their order, and whether they come from the server. */
export const $models = atom<{ confirmed: boolean; models: readonly ChatModel[] }>({
  confirmed: false,
  models: builtIn,
});

/** Whether the first request has ended, even in failure. Until then it is unknown what media models can make. */
export const $areModelsRequested = atom(false);

let requestedAt = Number.NEGATIVE_INFINITY;

/** Returns the title of a model; its id if it is unknown, for example because it was removed. */
export function titleOfModel(models: readonly ChatModel[], id: string): string {
  return models.find((model) => model.id === id)?.title ?? id;
}

/** Returns the models by group, in the order of all menus. Groups without models are left out. */
export function groupModels(
  models: readonly ChatModel[],
): { group: ModelGroup; models: readonly ChatModel[] }[] {
  return modelGroups
    .map((group) => ({ group, models: models.filter((model) => model.group === group) }))
    .filter((one) => one.models.length > 0);
}

/** Returns the milliseconds since the models were last requested. */
export function ageOfModels(): number {
  return performance.now() - requestedAt;
}

/**
 * Loads the available models with prices, and tips in `language`. `cache` is the cache mode of `fetch`. After a failure
 * the present list stays.
 */
export async function loadModels(
  language?: Language,
  cache: RequestCache = 'default',
): Promise<void> {
  requestedAt = performance.now();
  await callTurn(listModels);
  const url = endpointUrl(listModels, { query: { language } });
  const response = await fetch(url, { cache, credentials: 'same-origin' }).catch(() => undefined);
  const body: unknown = await response?.json().catch(() => undefined);
  storeModels(body);
  $areModelsRequested.set(true);
}

function storeModels(body: unknown): void {
  const models = listModels.response.safeParse(body);
  if (!models.success) return;
  const { confirmed, models: known } = $models.get();
  // The list is loaded every minute, and setting an equal value would render everything that uses it.
  const isSame = confirmed && JSON.stringify(known) === JSON.stringify(models.data);
  if (!isSame) $models.set({ confirmed: true, models: models.data });
}
