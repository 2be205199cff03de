import type { Day } from '#domain/dates.ts';
import type { MediaKind } from '#domain/media.ts';

/** How the chat area groups models; also the first path segment of a model's chat. */
export const modelGroups = ['openai', 'claude', 'llama', 'art'] as const;

export type ModelGroup = (typeof modelGroups)[number];

/** The services that answer questions to text models. `compatible` is any other one with OpenAI's protocol. */
export const modelProviders = ['openai', 'anthropic', 'groq', 'compatible'] as const;

export type ModelProvider = (typeof modelProviders)[number];

/** How a model has answered lately. */
export const modelHealths = ['working', 'slow', 'down'] as const;

export type ModelHealth = (typeof modelHealths)[number];

/** The kinds of files that a model accepts as they are; of all others it gets the text. */
export const modelInputs = ['image', 'pdf'] as const;

export type ModelInput = (typeof modelInputs)[number];

export type Model = {
  id: string;
  title: string;
  group: ModelGroup;
  kind: 'text' | MediaKind;
  /** Credits for one question. */
  price: number;
  /** Tokens that fit into one question with its history and instructions. */
  maxInputTokens: number;
  /** Tokens of the longest answer. */
  maxOutputTokens: number;
  /** The kinds of files that its upstream accepts. */
  inputs: readonly ModelInput[];
  /** Why a question may cost more at the provider than its credits are sold for; without it that is a failed check. */
  waiver?: string | undefined;
  /** The day (UTC) on which its provider shuts it down; from then on a successor answers in its place. */
  retired?: Day | undefined;
};

/**
 * The model catalogue of the specification, section 9, with the days on which providers shut models down. Its tips are
 * the messages `models.{id}`. The operator's changes: `modelSettings.ts`.
 */
export const models: readonly Model[] = [
  text('gpt-3.5-turbo', 'GPT-3.5-turbo', 'openai', 1, [12_000, 4_096], '2026-10-23'),
  text('gpt-4o-mini', 'GPT-4o-mini', 'openai', 1, [100_000, 8_192], '2027-01-14'),
  text('gpt-4-1106-preview', 'GPT-4-1106-preview', 'openai', 4, [100_000, 4_096], '2026-10-23'),
  text('gpt-4-turbo', 'GPT-4-turbo', 'openai', 4, [100_000, 4_096], '2026-10-23'),
  text('claude-2', 'Claude 2', 'claude', 2, [90_000, 4_096], '2025-07-21'),
  text('claude-3-sonnet', 'Claude 3 Sonnet', 'claude', 5, [150_000, 4_096], '2025-07-21'),
  text('claude-3.5-sonnet', 'Claude 3.5 Sonnet', 'claude', 10, [150_000, 8_192], '2025-10-28'),
  text('claude-3-opus', 'Claude 3 Opus', 'claude', 10, [150_000, 4_096], '2026-01-05'),
  llama('llama-3.1-8b-instant', 'Llama-3.1-8b-instant'),
  llama('llama-3.1-70b-versatile', 'Llama-3.1-70b-versatile'),
  media('dall-e-3', 'DALL-E-3', 'picture', 4),
  media(
    'suno-v3',
    'Suno-V3',
    'music',
    5,
    'Specified at 5 credits; one call makes two songs for about $0.06. Few questions go to music, and it is off until a provider is connected.',
  ),
  media(
    'luma-video',
    'Luma-Video',
    'video',
    5,
    'Specified at 5 credits; five seconds of the smallest video cost about $0.40. It is off until a provider is connected: set a daily cap for it then.',
  ),
];

/** The model behind a GPT that names none of its own. */
export const defaultGptModel = 'gpt-4o-mini';

/**
 * AI search: a question to it is searched for, and what it finds is answered from by this model. It is no entry of the
 * catalogue's lists and menus; operators set its price and its upstream like those of any model.
 */
export const searchModel: Model = {
  ...text('ai-search', 'AI search', 'openai', 2, [16_000, 1_500], '2027-01-14'),
  inputs: [],
};

/** Credits for one question to a GPT, whatever model answers. */
export const gptPrice = 1;

/**
 * Minutes of outcomes that a model's health is read from. Outages of providers last from minutes to hours: much less
 * would be too few answers on a small site, much more would call a model bad that has long recovered.
 */
export const healthMinutes = 15;

/** Fewer outcomes than this say nothing: one or two failures happen to every provider. */
export const healthLeastAnswers = 4;

/** From this share of failures on it is a gamble whether an answer comes at all. */
export const downShare = 0.5;

/** Providers that work well fail less than one question in a hundred; one in five is felt by everybody. */
export const slowShare = 0.2;

/**
 * Median milliseconds to the first text from which on a model is slow. Those of the catalogue begin within one to three
 * seconds; after about ten, people think that nothing will come.
 */
export const slowFirstText = 8_000;

/** A model whose newest outcomes, this many, all came has recovered, whatever failed before them. */
export const recoveredAnswers = 3;

/** The outcomes of a model's answers of the last `healthMinutes` that say something about the model. */
export type ModelOutcomes = {
  answers: number;
  /** Those that failed by their upstream. */
  failed: number;
  /** Of the newest `recoveredAnswers` outcomes, those that failed. */
  failedLately: number;
  /** Median milliseconds to the first text; `null` where none had any. */
  firstTextMilliseconds: number | null;
};

/** How a model answers, from what became of its answers. */
export function healthOf(outcomes: ModelOutcomes): ModelHealth {
  const { answers, failed, failedLately, firstTextMilliseconds } = outcomes;
  if (answers < healthLeastAnswers) return 'working';
  const share = failedLately === 0 ? 0 : failed / answers;
  if (share >= downShare) return 'down';
  return share >= slowShare || (firstTextMilliseconds ?? 0) >= slowFirstText ? 'slow' : 'working';
}

/** About how many minutes a piece of music or a video takes to be made. */
export const mediaMinutes = 3;

/** The catalogue entry with exactly this id, if there is one. */
export function findModel(id: string): Model | undefined {
  return models.find((model) => model.id === id);
}

/** The same with AI search, which is in no list. */
export function findShippedModel(id: string): Model | undefined {
  return id === searchModel.id ? searchModel : findModel(id);
}

/** The first model of a group as the product ships it. */
export function firstModelOf(group: ModelGroup): string {
  return models.find((model) => model.group === group)?.id ?? '';
}

/** A generous estimate of a text's tokens: four Latin letters or one wide character a token. */
export function estimateTokens(value: string): number {
  let quarters = 0;
  for (const character of value) quarters += (character.codePointAt(0) ?? 0) < 0x2e80 ? 1 : 4;
  return Math.ceil(quarters / 4);
}

function text(
  id: string,
  title: string,
  group: ModelGroup,
  price: number,
  [maxInputTokens, maxOutputTokens]: readonly [input: number, output: number],
  retired: Day,
): Model {
  const tokens = { maxInputTokens, maxOutputTokens };
  return { id, title, group, kind: 'text', price, ...tokens, inputs: modelInputs, retired };
}

function llama(id: string, title: string): Model {
  return { ...text(id, title, 'llama', 1, [100_000, 8_000], '2026-08-16'), inputs: [] };
}

function media(
  id: string,
  title: string,
  kind: Model['kind'],
  price: number,
  waiver?: string,
): Model {
  const tokens = { maxInputTokens: 1_000, maxOutputTokens: 0 };
  return { id, title, group: 'art', kind, price, waiver, ...tokens, inputs: [] };
}
