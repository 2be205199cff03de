import { getAiSearch } from '#contract/search/aiSearch.ts';
import { callTurn } from '#contract/call.ts';
import { type ResponseOf, endpointUrl } from '#contract/endpoint.ts';
import { questionMaxCharacters } from '#domain/chat/chat.ts';
import { searchModel } from '#domain/models/models.ts';
import { searchTarget } from '#domain/chat/chatPaths.ts';
import { type ChatModel, modelDefaults } from '#stores/models/models.ts';
import { atom } from 'nanostores';

type Loaded = ResponseOf<typeof getAiSearch>;

type AiSearch = Omit<Loaded, 'scope'> & {
  /** `undefined` until it is loaded. */
  scope: Loaded['scope'] | undefined;
};

/** AI search with its default settings, until the server's are loaded. */
const shipped: AiSearch = {
  id: searchTarget.model,
  price: searchModel.price,
  scope: undefined,
  max_question_characters: questionMaxCharacters,
  step_tokens: searchModel.stepTokens,
  available: true,
  resting: false,
  sandbox: false,
};

/** The price of AI search and the sites that it searches. */
export const $aiSearch = atom<AiSearch>(shipped);

/** Loads price and sites. After a failure the present values stay. */
export async function loadAiSearch(): Promise<void> {
  await callTurn(getAiSearch);
  const url = endpointUrl(getAiSearch, {});
  const response = await fetch(url, { credentials: 'same-origin' }).catch(() => undefined);
  const body: unknown = await response?.json().catch(() => undefined);
  const search = getAiSearch.response.safeParse(body);
  if (search.success) $aiSearch.set(search.data);
}

/** Returns AI search as the model that its questions go to. */
export function toSearchModel({ scope: _, ...search }: AiSearch, title: string): ChatModel {
  return {
    ...modelDefaults,
    ...search,
    title,
    group: searchModel.group,
    kind: 'text',
    max_input_tokens: searchModel.maxInputTokens,
    max_output_tokens: searchModel.maxOutputTokens,
  };
}
