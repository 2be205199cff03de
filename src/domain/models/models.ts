import type { Day } from '#domain/dates.ts';
import type { MediaKind } from '#domain/media/media.ts';

/** The groups of models in the chat area. They are also the first path segment of a model's chat. */
export const modelGroups = ['openai', 'claude', 'llama', 'art'] as const;

export type ModelGroup = (typeof modelGroups)[number];

/** The providers of text models. `compatible` is any other provider with OpenAI's protocol. */
export const modelProviders = ['openai', 'anthropic', 'groq', 'compatible'] as const;

export type ModelProvider = (typeof modelProviders)[number];

/** The health of a model, computed from its latest answers. */
export const modelHealths = ['working', 'slow', 'down'] as const;

export type ModelHealth = (typeof modelHealths)[number];

/** The kinds of files that models can accept unchanged. Of other files a model gets the text. */
export const modelInputs = ['image', 'pdf'] as const;

export type ModelInput = (typeof modelInputs)[number];

export type Model = {
  id: string;
  title: string;
  group: ModelGroup;
  kind: 'text' | MediaKind;
  /** Credits for one question. */
  price: number;
  /** Largest number of input tokens: the question with its history and instructions. */
  maxInputTokens: number;
  /**
   * Input tokens that one price buys. A question that is longer with its files and instructions costs the price once more
   * for each further step. `prices check` fails where a whole step and the longest answer cost too much.
   */
  stepTokens: number;
  /** Tokens of the longest answer, including the thoughts of the model. */
  maxOutputTokens: number;
  /** The kinds of files that its upstream accepts. */
  inputs: readonly ModelInput[];
  /** The day (UTC) on which its provider shuts it down. From then on a successor answers instead. */
  retired?: Day | undefined;
};

/**
 * The model catalogue: the models of the specification (section 9), and in each group those that answer today under their
 * own names, priced by rule (`priceRule.ts`). Tokens are those of the input, of the answer, and of a step where it is
 * shorter than the input; days are the shutdowns by the providers. The tips are the messages `models.{id}`.
 * `modelSettings.ts` adds the operator's changes.
 */
export const models: readonly Model[] = [
  text('gpt-3.5-turbo', 'GPT-3.5-turbo', 'openai', 1, [12_000, 4_096], '2026-10-23'),
  text('gpt-4o-mini', 'GPT-4o-mini', 'openai', 1, [116_000, 8_192, 58_000], '2027-01-14'),
  text(
    'gpt-4-1106-preview',
    'GPT-4-1106-preview',
    'openai',
    4,
    [100_000, 4_096, 6_900],
    '2026-10-23',
  ),
  text('gpt-4-turbo', 'GPT-4-turbo', 'openai', 4, [100_000, 4_096, 6_900], '2026-10-23'),
  text('gpt-6-luna', 'GPT-6 luna', 'openai', 1, [96_000, 8_192]),
  text('gpt-6-sol', 'GPT-6 sol', 'openai', 4, [100_000, 4_096, 6_900]),
  text('claude-2', 'Claude 2', 'claude', 2, [90_000, 4_096], '2025-07-21'),
  text('claude-3-sonnet', 'Claude 3 Sonnet', 'claude', 5, [150_000, 4_096, 13_800], '2025-07-21'),
  text(
    'claude-3.5-sonnet',
    'Claude 3.5 Sonnet',
    'claude',
    10,
    [150_000, 8_192, 27_700],
    '2025-10-28',
  ),
  text('claude-3-opus', 'Claude 3 Opus', 'claude', 10, [150_000, 4_096, 13_800], '2026-01-05'),
  text('claude-haiku-5-5', 'Claude Haiku 5.5', 'claude', 1, [96_000, 8_192]),
  text('claude-sonnet-5-5', 'Claude Sonnet 5.5', 'claude', 4, [150_000, 4_096, 6_900]),
  text('claude-opus-5-5', 'Claude Opus 5.5', 'claude', 8, [150_000, 4_096, 6_900]),
  groq('llama-3.1-8b-instant', 'Llama-3.1-8b-instant', [100_000, 8_000], '2026-08-16'),
  groq(
    'llama-3.1-70b-versatile',
    'Llama-3.1-70b-versatile',
    [100_000, 8_000, 59_000],
    '2026-08-16',
  ),
  groq('gpt-oss-20b', 'GPT-OSS 20b', [100_000, 8_192]),
  groq('gpt-oss-120b', 'GPT-OSS 120b', [100_000, 8_192, 58_800]),
  media('dall-e-3', 'DALL-E-3', 'picture', 4),
  media('suno-v3', 'Suno-V3', 'music', 5),
  media('luma-video', 'Luma-Video', 'video', 5),
];

/** The model of GPTs that name no model. */
export const defaultGptModel = 'gpt-4o-mini';

/**
 * AI search: its upstream answers a question from the results of a search. It is in no list or menu of the catalogue, but
 * operators set its price and upstream like those of any model.
 */
export const searchModel: Model = {
  ...text('ai-search', 'AI search', 'openai', 2, [16_000, 1_500], '2027-01-14'),
  inputs: [],
};

/** Credits for one question to a GPT, independent of its model. */
export const gptPrice = 1;

/**
 * A model's health is computed from the outcomes of this many minutes. Outages last from minutes to hours: a much shorter
 * time has too few answers on a small site, a much longer one includes outages that are over.
 */
export const healthMinutes = 15;

/** Least number of outcomes for a judgement, because one or two failures happen to every provider. */
export const healthLeastAnswers = 4;

/**
 * Least number of users whose questions failed. One user's failures may have a cause in their own messages, and must
 * not mark a model for all users.
 */
export const healthLeastUsers = 3;

/** From this share of failures on a model is down, if none of its latest answers is a success. */
export const downShare = 0.5;

/** From this share of failures on a model is slow. Healthy providers fail for less than one question in a hundred. */
export const slowShare = 0.2;

/**
 * From this median number of milliseconds to the first text on, a model is slow. The models of the catalogue need one to
 * three seconds; after about ten, people expect no answer any more.
 */
export const slowFirstText = 8_000;

/** A model has recovered if this many of its newest outcomes are successes, regardless of earlier failures. */
export const recoveredAnswers = 3;

/** The outcomes of a model's answers in the last `healthMinutes`, without those that do not depend on the model. */
export type ModelOutcomes = {
  answers: number;
  /** Answers that failed because of their upstream. */
  failed: number;
  /** Failures among the newest `recoveredAnswers` outcomes. */
  failedLately: number;
  /** Users whose questions failed, and those of them whose questions failed since the last success. */
  failedUsers: number;
  usersFailedSinceSuccess: number;
  /** Median milliseconds to the first text; `null` if no answer had text. */
  firstTextMilliseconds: number | null;
};

/** Returns the health of a model. */
export function healthOf(outcomes: ModelOutcomes): ModelHealth {
  const { answers, failed, failedLately, failedUsers, firstTextMilliseconds } = outcomes;
  if (answers < healthLeastAnswers) return 'working';
  const isPassedOver = failedLately === 0 || failedUsers < healthLeastUsers;
  const share = isPassedOver ? 0 : failed / answers;
  if (share >= downShare && outcomes.usersFailedSinceSuccess >= healthLeastUsers) return 'down';
  return share >= slowShare || (firstTextMilliseconds ?? 0) >= slowFirstText ? 'slow' : 'working';
}

/** Usual duration of making a piece of music or a video, in minutes. */
export const mediaMinutes = 3;

/** Returns the shipped model with exactly this id, if there is one. */
export function findModel(id: string): Model | undefined {
  return models.find((model) => model.id === id);
}

/** Like `findModel`, but also finds AI search, which is in no list. */
export function findShippedModel(id: string): Model | undefined {
  return id === searchModel.id ? searchModel : findModel(id);
}

/** Returns the id of the first shipped model of a group. */
export function firstModelOf(group: ModelGroup): string {
  return models.find((model) => model.group === group)?.id ?? '';
}

type TokenLimits = readonly [input: number, output: number, step?: number | undefined];

function text(
  id: string,
  title: string,
  group: ModelGroup,
  price: number,
  [maxInputTokens, maxOutputTokens, stepTokens = maxInputTokens]: TokenLimits,
  retired?: Day,
): Model {
  const tokens = { maxInputTokens, stepTokens, maxOutputTokens };
  return { id, title, group, kind: 'text', price, ...tokens, inputs: modelInputs, retired };
}

/** A text model of the group `llama`, which reads no files. */
function groq(id: string, title: string, tokens: TokenLimits, retired?: Day): Model {
  return { ...text(id, title, 'llama', 1, tokens, retired), inputs: [] };
}

function media(id: string, title: string, kind: Model['kind'], price: number): Model {
  const tokens = { maxInputTokens: 1_000, stepTokens: 1_000, maxOutputTokens: 0 };
  return { id, title, group: 'art', kind, price, ...tokens, inputs: [] };
}
