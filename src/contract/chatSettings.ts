import { endpoint } from '#contract/endpoint.ts';
import { storable } from '#contract/text.ts';
import { historyMaxTurns, sendKeys, systemPromptMaxCharacters } from '#domain/chatSettings.ts';
import * as z from 'zod/mini';

/** How a user wants to be answered; `null` leaves it to the model. */
export const chatSettings = z.strictObject({
  temperature: z.nullable(z.number().check(z.minimum(0), z.maximum(2))),
  /** Tokens of the longest answer; a model that writes less ends earlier. */
  max_output_tokens: z.nullable(z.int().check(z.minimum(16), z.maximum(100_000))),
  /** Questions and answers before the question that the model hears, as far as they fit. */
  history_turns: z.nullable(z.int().check(z.minimum(0), z.maximum(historyMaxTurns))),
  /** For models; GPTs have their own instructions. */
  system_prompt: z.nullable(
    z.string().check(storable, z.trim(), z.maxLength(systemPromptMaxCharacters)),
  ),
  send_key: z.enum(sendKeys),
});

export type ChatSettings = z.output<typeof chatSettings>;

export const getChatSettings = endpoint({
  method: 'GET',
  path: '/api/chat/settings',
  summary: 'How the signed-in user wants to be answered.',
  answer: () => chatSettings,
});

export const putChatSettings = endpoint({
  method: 'PUT',
  path: '/api/chat/settings',
  summary: 'Sets how the signed-in user wants to be answered, from the next question on.',
  body: () => chatSettings,
  answer: () => chatSettings,
});
