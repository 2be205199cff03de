import { endpoint } from '#contract/endpoint.ts';
import { storable } from '#contract/text.ts';
import { historyMaxTurns, sendKeys, systemPromptMaxCharacters } from '#domain/chat/chatSettings.ts';
import * as z from 'zod/mini';

/** A user's settings for answers. `null` means the default of the model. */
export const chatSettings = z.strictObject({
  temperature: z.nullable(z.number().check(z.minimum(0), z.maximum(2))),
  /** Limit of output tokens. A model's own lower limit still applies. */
  max_output_tokens: z.nullable(z.int().check(z.minimum(16), z.maximum(100_000))),
  /** Number of earlier turns (question and answer) that the model gets, as far as they fit. */
  history_turns: z.nullable(z.int().check(z.minimum(0), z.maximum(historyMaxTurns))),
  /** Used for models only, because GPTs have their own instructions. */
  system_prompt: z.nullable(
    z.string().check(storable, z.trim(), z.maxLength(systemPromptMaxCharacters)),
  ),
  send_key: z.enum(sendKeys),
});

export type ChatSettings = z.output<typeof chatSettings>;

/** The settings with the tokens of the user's personal texts, which are input of each question; omitted if none. */
const readSettings = z.extend(chatSettings, { personal_tokens: z.optional(z.int()) });

export type ReadChatSettings = z.output<typeof readSettings>;

export const getChatSettings = endpoint({
  method: 'GET',
  path: '/api/chat/settings',
  summary: 'How the signed-in user wants to be answered.',
  response: () => readSettings,
});

export const putChatSettings = endpoint({
  method: 'PUT',
  path: '/api/chat/settings',
  summary: 'Sets how the signed-in user wants to be answered, from the next question on.',
  body: () => chatSettings,
  response: () => chatSettings,
});
