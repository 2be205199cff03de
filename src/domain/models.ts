/** How the chat area groups models; also the first path segment of a model's chat. */
export const modelGroups = ['openai', 'claude', 'llama', 'art'] as const;

export type ModelGroup = (typeof modelGroups)[number];

/** How a model has answered lately. */
export const modelHealths = ['working', 'slow', 'down'] as const;

export type ModelHealth = (typeof modelHealths)[number];

export type Model = {
  id: string;
  title: string;
  group: ModelGroup;
  kind: 'text' | 'picture' | 'music' | 'video';
  /** Credits for one question. */
  price: number;
  /** Tokens that fit into one question with its history and instructions. */
  maxInputTokens: number;
  /** Tokens of the longest answer. */
  maxOutputTokens: number;
};

/** The model catalogue of the specification, section 9. Its tips are the messages `models.{id}`. */
export const models: readonly Model[] = [
  text('gpt-3.5-turbo', 'GPT-3.5-turbo', 'openai', 1, 12_000, 4_096),
  text('gpt-4o-mini', 'GPT-4o-mini', 'openai', 1, 100_000, 8_192),
  text('gpt-4-1106-preview', 'GPT-4-1106-preview', 'openai', 4, 100_000, 4_096),
  text('gpt-4-turbo', 'GPT-4-turbo', 'openai', 4, 100_000, 4_096),
  text('claude-2', 'Claude 2', 'claude', 2, 90_000, 4_096),
  text('claude-3-sonnet', 'Claude 3 Sonnet', 'claude', 5, 150_000, 4_096),
  text('claude-3.5-sonnet', 'Claude 3.5 Sonnet', 'claude', 10, 150_000, 8_192),
  text('claude-3-opus', 'Claude 3 Opus', 'claude', 10, 150_000, 4_096),
  text('llama-3.1-8b-instant', 'Llama-3.1-8b-instant', 'llama', 1, 100_000, 8_000),
  text('llama-3.1-70b-versatile', 'Llama-3.1-70b-versatile', 'llama', 1, 100_000, 8_000),
  media('dall-e-3', 'DALL-E-3', 'picture', 4),
  media('suno-v3', 'Suno-V3', 'music', 5),
  media('luma-video', 'Luma-Video', 'video', 5),
];

/** The model behind a GPT that names none of its own. */
export const defaultGptModel = 'gpt-4o-mini';

/** Credits for one question to a GPT, whatever model answers. */
export const gptPrice = 1;

/** About how many minutes a piece of music or a video takes to be made. */
export const mediaMinutes = 3;

/** The catalogue entry with exactly this id, if there is one. */
export function findModel(id: string): Model | undefined {
  return models.find((model) => model.id === id);
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
  maxInputTokens: number,
  maxOutputTokens: number,
): Model {
  return { id, title, group, kind: 'text', price, maxInputTokens, maxOutputTokens };
}

function media(id: string, title: string, kind: Model['kind'], price: number): Model {
  return { id, title, group: 'art', kind, price, maxInputTokens: 1_000, maxOutputTokens: 0 };
}
