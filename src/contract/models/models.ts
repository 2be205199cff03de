import { endpoint } from '#contract/endpoint.ts';
import { pictureCounts } from '#domain/chat/attachments.ts';
import { languages } from '#domain/languages/languages.ts';
import { mediaKinds } from '#domain/media/media.ts';
import { modelGroups, modelHealths, modelInputs } from '#domain/models/models.ts';
import * as z from 'zod/mini';

export const chatModel = z.object({
  id: z.string(),
  title: z.string(),
  group: z.enum(modelGroups),
  kind: z.enum(['text', ...mediaKinds]),
  /** Credits for one step of a question. */
  price: z.int(),
  /** The operator's description; `null` for the product's text, `models.{id}`. */
  tip: z.nullable(z.string()),
  max_question_characters: z.int(),
  /** Largest number of tokens of a question with its history, and of an answer. */
  max_input_tokens: z.int(),
  /**
   * Input tokens that one price buys. A question that is longer with its files and instructions costs the price once more
   * for each further step; a history is trimmed to what is left.
   */
  step_tokens: z.int(),
  max_output_tokens: z.int(),
  /** The kinds of files that it accepts unchanged. Of other files it gets the text. */
  inputs: z.array(z.enum(modelInputs)),
  /** How it counts the tokens of pictures, and of the pages of a PDF. */
  pictures: z.enum(pictureCounts),
  /** The model that answers instead, if its provider has shut it down; else `null`. */
  successor: z.nullable(z.string()),
  /** Its health, computed from its latest answers. */
  health: z.enum(modelHealths),
  /** Whether its provider has an outage. Pages then show the banner `models.disturbed`. */
  disturbed: z.boolean(),
  /** The id of a model to use instead while this one is slow or down. */
  alternative: z.nullable(z.string()),
  /** Whether it can answer questions now. */
  available: z.boolean(),
  /** Whether it is unavailable until tomorrow (UTC), because today's budget is used up. */
  resting: z.boolean(),
  /** The day (UTC) on which its provider shut it down, if there is no successor; else `null`. */
  closed: z.nullable(z.string()),
  /** Whether a sandbox writes its answers. */
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
      /** The language of the tips; English if omitted. */
      language: z.optional(z.enum(languages)),
    }),
  response: () => z.array(chatModel),
});

export const getModelStatus = endpoint({
  method: 'GET',
  path: '/api/models/status',
  summary: 'Whether the service of any connected model provider fluctuates.',
  access: 'public',
  maxAge: 20,
  response: () => z.object({ disturbed: z.boolean() }),
});
