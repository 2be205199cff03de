import { endpointUrl } from '#contract/endpoint.ts';
import { type ChatModel, listModels } from '#contract/models.ts';
import { questionMaxCharacters } from '#domain/chat.ts';
import type { Language } from '#domain/languages.ts';
import { models as catalogue } from '#domain/models.ts';
import { atom } from 'nanostores';

export type { ChatModel } from '#contract/models.ts';

/** The models of the release, until the server's list arrives. */
const shipped: readonly ChatModel[] = catalogue.map((model) => ({
  id: model.id,
  title: model.title,
  group: model.group,
  kind: model.kind,
  price: model.price,
  tip: null,
  max_input_tokens: model.maxInputTokens,
  max_output_tokens: model.maxOutputTokens,
  inputs: [],
  successor: null,
  health: 'working',
  disturbed: false,
  alternative: null,
  max_question_characters: questionMaxCharacters,
  available: true,
  resting: false,
  closed: null,
  sandbox: false,
}));

/** The models in their order, and whether the server has confirmed them. */
export const $models = atom<{ confirmed: boolean; models: readonly ChatModel[] }>({
  confirmed: false,
  models: shipped,
});

/** Whether the server has been asked once, with or without success: until then nobody knows what media models can make. */
export const $areModelsAsked = atom(false);

let askedAt = Number.NEGATIVE_INFINITY;

/** Milliseconds since the models were asked for last. */
export function ageOfModels(): number {
  return performance.now() - askedAt;
}

/**
 * Loads what can be asked now and at what price, with tips in a language; `cache` says how the browser may keep it.
 * Without an answer the catalogue at hand stays.
 */
export async function loadModels(
  language?: Language,
  cache: RequestCache = 'default',
): Promise<void> {
  askedAt = performance.now();
  const url = endpointUrl(listModels, { query: { language } });
  const response = await fetch(url, { cache, credentials: 'same-origin' }).catch(() => undefined);
  const body: unknown = await response?.json().catch(() => undefined);
  storeModels(body);
  $areModelsAsked.set(true);
}

function storeModels(body: unknown): void {
  const models = listModels.answer.safeParse(body);
  if (!models.success) return;
  const { confirmed, models: known } = $models.get();
  // It is asked for every minute, and much is drawn anew with another value.
  const isSame = confirmed && JSON.stringify(known) === JSON.stringify(models.data);
  if (!isSame) $models.set({ confirmed: true, models: models.data });
}
