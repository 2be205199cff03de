import { getAiSearch } from '#contract/aiSearch.ts';
import { type AnswerOf, endpointUrl } from '#contract/endpoint.ts';
import { questionMaxCharacters } from '#domain/chat.ts';
import { searchModel } from '#domain/models.ts';
import { searchTarget } from '#domain/urls.ts';
import type { ChatModel } from '#stores/models/models.ts';
import { atom } from 'nanostores';

type Described = AnswerOf<typeof getAiSearch>;

type AiSearch = Omit<Described, 'scope'> & {
  /** Unknown until the server has said it. */
  scope: Described['scope'] | undefined;
};

/** AI search as the product ships it; true until the server says otherwise. */
const shipped: AiSearch = {
  id: searchTarget.model,
  price: searchModel.price,
  scope: undefined,
  max_question_characters: questionMaxCharacters,
  available: true,
  resting: false,
  sandbox: false,
};

/** The price of AI search and the sites that it searches. */
export const $aiSearch = atom<AiSearch>(shipped);

/** Loads it. Without an answer what is at hand stays. */
export async function loadAiSearch(): Promise<void> {
  const url = endpointUrl(getAiSearch, {});
  const response = await fetch(url, { credentials: 'same-origin' }).catch(() => undefined);
  const body: unknown = await response?.json().catch(() => undefined);
  const search = getAiSearch.answer.safeParse(body);
  if (search.success) $aiSearch.set(search.data);
}

/** AI search as the model that its questions go to. */
export function toSearchModel(search: AiSearch, title: string): ChatModel {
  const { id, price, max_question_characters, available, resting, sandbox } = search;
  return {
    id,
    title,
    price,
    max_question_characters,
    available,
    resting,
    sandbox,
    group: searchModel.group,
    kind: 'text',
    tip: null,
    max_input_tokens: searchModel.maxInputTokens,
    max_output_tokens: searchModel.maxOutputTokens,
    inputs: [],
    successor: null,
    health: 'working',
    disturbed: false,
    closed: null,
    alternative: null,
  };
}
