import { call } from '#contract/call.ts';
import { type ChatModel, listModels } from '#contract/models.ts';
import { questionMaxCharacters } from '#domain/chat.ts';
import { models as catalogue } from '#domain/models.ts';
import { atom } from 'nanostores';

export type { ChatModel } from '#contract/models.ts';

/** What the product ships with; true until the server says otherwise. */
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
  alternative: null,
  max_question_characters: questionMaxCharacters,
  available: model.kind === 'text',
  sandbox: false,
}));

/** The models in their order, and whether the server has confirmed them. */
export const $models = atom<{ confirmed: boolean; models: readonly ChatModel[] }>({
  confirmed: false,
  models: shipped,
});

/** Loads what can be asked now and at what price. Without an answer the shipped catalogue stays. */
export async function loadModels(): Promise<void> {
  const models = await call(listModels, {}).catch(() => undefined);
  if (models) $models.set({ confirmed: true, models });
}
