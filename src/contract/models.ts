import { endpoint } from '#contract/endpoint.ts';
import { languages } from '#domain/languages.ts';
import { mediaKinds } from '#domain/media.ts';
import { modelGroups, modelHealths, modelInputs } from '#domain/models.ts';
import * as z from 'zod/mini';

export const chatModel = z.object({
  id: z.string(),
  title: z.string(),
  group: z.enum(modelGroups),
  kind: z.enum(['text', ...mediaKinds]),
  price: z.int(),
  /** The operator's description; `null` for the product's own, `models.{id}`. */
  tip: z.nullable(z.string()),
  max_question_characters: z.int(),
  /** Tokens that fit into one question with its history, and into one answer. */
  max_input_tokens: z.int(),
  max_output_tokens: z.int(),
  /** The kinds of files that it accepts as they are; of all other files it gets the text. */
  inputs: z.array(z.enum(modelInputs)),
  /** The model that answers in its place, since its provider shut it down; else `null`. */
  successor: z.nullable(z.string()),
  /** How it has answered lately. */
  health: z.enum(modelHealths),
  /** Whether its provider's service fluctuates: the banner `models.disturbed` says so. */
  disturbed: z.boolean(),
  /** A model to ask instead while this one is slow or down. */
  alternative: z.nullable(z.string()),
  /** Whether questions to it are answered now. */
  available: z.boolean(),
  /** Whether it is not available only until tomorrow (UTC), because its budget for today is used up. */
  resting: z.boolean(),
  /** The day (UTC) on which its provider shut it down, where nothing else answers for it; else `null`. */
  closed: z.nullable(z.string()),
  /** Whether a sandbox answers in its place. */
  sandbox: z.boolean(),
});

export type ChatModel = z.output<typeof chatModel>;

export const listModels = endpoint({
  method: 'GET',
  path: '/api/models',
  summary:
    'The model catalogue with the price of a question in credits, and how each model answers lately.',
  access: 'public',
  maxAge: 20,
  query: () =>
    z.object({
      /** The language of the tips; English when left out. */
      language: z.optional(z.enum(languages)),
    }),
  answer: () => z.array(chatModel),
});

export const getModelStatus = endpoint({
  method: 'GET',
  path: '/api/models/status',
  summary: 'Whether the service of any connected model provider fluctuates.',
  access: 'public',
  maxAge: 20,
  answer: () => z.object({ disturbed: z.boolean() }),
});
