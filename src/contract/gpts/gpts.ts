import { described } from '#contract/openapi/described.ts';
import { endpoint } from '#contract/endpoint.ts';
import { storable } from '#contract/text.ts';
import { exampleLimits, exampleSources } from '#domain/gpts/examples.ts';
import { gptLimits, visibilities } from '#domain/gpts/gpts.ts';
import { languages } from '#domain/languages/languages.ts';
import type { GptFilter } from '#domain/gpts/search.ts';
import * as z from 'zod/mini';

const label = z.string().check(z.minLength(1), z.maxLength(gptLimits.label));
const labels = z.array(label).check(z.maxLength(gptLimits.labels));

export const gptId = z.string().check(storable, z.minLength(1), z.maxLength(gptLimits.id));

const question = z.string().check(z.minLength(1), z.maxLength(exampleLimits.question));

/** BCP 47 tag of an example in another language than its GPT, else `null`. */
const ownLanguage = z.nullable(z.string());

/** A recorded question to a GPT, with its answer. */
const example = z.object({
  id: z.string(),
  question,
  /** In Markdown. */
  answer: z.string().check(z.minLength(1), z.maxLength(exampleLimits.answer)),
  /** `author`: the author of the GPT wrote it; `sampled`: a model answered when the operator asked. */
  source: z.enum(exampleSources),
  /** The name of the model that answered; `null` if the author did. */
  model: z.nullable(z.string()),
  date: z.iso.date(),
  lang: ownLanguage,
  /** The answer as HTML that is safe to insert, with the words of `locale`; only if that is given. */
  html: z.optional(z.string()),
});

/** The fields of a GPT in lists. `null` means unknown, never zero. */
export const gptCard = z.object({
  id: gptId,
  name: z.string().check(z.minLength(1), z.maxLength(gptLimits.name)),
  description: z.nullable(z.string().check(z.maxLength(gptLimits.description))),
  author: z.nullable(z.string().check(z.maxLength(gptLimits.author))),
  categories: labels,
  tags: labels,
  /** BCP 47 tag of the language of the texts. */
  lang: z.nullable(z.string()),
  /** Number of conversations on this site up to the last UTC day that is over, plus `imported_chats`. */
  chats: z.int(),
  /** Mean of the ratings on this site, 1 to 5; `null` without ratings. */
  rating: z.nullable(z.number()),
  ratings: z.int(),
  /** Number of ratings with a text. */
  reviews: z.int(),
  /** Rating and number of reviews at the source of an imported GPT, separate from those of this site. */
  imported_rating: z.nullable(z.number()),
  imported_reviews: z.nullable(z.int()),
  /** The question of its first example; omitted without examples, and where lists do not show it. */
  question: z.optional(z.object({ text: question, lang: ownLanguage })),
});

export type GptCard = z.output<typeof gptCard>;

/** All fields of a GPT, for everyone who may read it. */
export const gpt = z.extend(gptCard, {
  builder: z.nullable(z.string().check(z.maxLength(gptLimits.author))),
  visibility: z.enum(visibilities),
  capabilities: labels,
  welcome_message: z.nullable(z.string().check(z.maxLength(gptLimits.welcome))),
  prompt_starters: z
    .array(z.string().check(z.minLength(1), z.maxLength(gptLimits.starter)))
    .check(z.maxLength(gptLimits.starters)),
  instructions: z.nullable(z.string().check(z.maxLength(gptLimits.instructions))),
  /** The model that answers, from the model catalogue. */
  model: z.string(),
  created: z.nullable(z.iso.date()),
  updated: z.nullable(z.iso.date()),
  /** When it was first public on this site; `null` if it never was. */
  published: z.nullable(z.iso.datetime()),
  /** Original page and source of an imported GPT; `null` for our own. */
  url: z.nullable(described(z.string(), { format: 'uri' })),
  source: z.nullable(z.string()),
  license: z.nullable(z.string()),
  /**
   * Conversations on other sites: the largest of the count in the import of the GPT and the newest readings of imported
   * histories. All of these count the same conversations, so they are not added up.
   */
  imported_chats: z.nullable(z.int()),
  /** The history and the day of `imported_chats`; `null` if the number is from the import of the GPT, or unknown. */
  imported_reading: z.nullable(z.object({ source: z.string(), day: z.iso.date() })),
  /** Recorded questions with their answers, those by its author first; omitted if there are none. */
  examples: z.optional(z.array(example).check(z.maxLength(exampleLimits.count))),
});

export type Gpt = z.output<typeof gpt>;

const filter = z.optional(z.string().check(storable, z.maxLength(gptLimits.label)));
const filters = {
  category: filter,
  tag: filter,
  author: z.optional(z.string().check(storable, z.maxLength(gptLimits.author))),
  capability: filter,
  /** BCP 47 tag of the content's language. `zh` includes `zh-Hans` and `zh-Hant`. */
  lang: z.optional(z.string().check(storable, z.maxLength(40))),
} satisfies Record<GptFilter, z.ZodMiniType>;

const page = z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000)));
const size = (most: number) =>
  z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(most)));

export const listGpts = endpoint({
  method: 'GET',
  path: '/api/gpts',
  summary: 'Public GPTs by popularity, or those that match `query`, best first.',
  access: 'public',
  maxAge: 60,
  query: () =>
    z.object({
      query: z.optional(z.string().check(storable, z.trim(), z.maxLength(200))),
      /**
       * The language of the interface. GPTs in this language come first, then English ones. By default it is chosen by
       * `Accept-Language`, but a list without `query` and filters is then by popularity alone.
       */
      locale: z.optional(z.enum(languages)),
      ...filters,
      /** Only these GPTs, in this order: up to a hundred ids, each percent-encoded, separated by commas. */
      ids: z.optional(z.string().check(storable, z.maxLength(20_000))),
      page,
      size: size(100),
    }),
  response: () =>
    z.object({
      items: z.array(gptCard),
      /** Number of all results; counting stops at 1,000. */
      total: z.int(),
      /** Whether there are more results than `total`. With a `query`, only the best 1,000 are available. */
      is_total_capped: z.boolean(),
      page: z.int(),
      size: z.int(),
      /** Number of results that match the whole query. They come first; the others are related. */
      full_total: z.int(),
      /**
       * Folded words (lower case, without accents) to highlight: every word that begins with one of them, or contains it
       * in a script without spaces.
       */
      marked: z.array(z.string()),
      /** Slugs of categories that match the query, best first. */
      categories: z.array(z.string()),
      /** The most popular GPTs, if there are no results; else empty. */
      popular: z.array(gptCard),
      /** GPTs with a tag or category of the best result, if a `query` has fewer than six results; else omitted. */
      similar: z.optional(z.array(gptCard)),
    }),
});

export const getGpt = endpoint({
  method: 'GET',
  path: '/api/gpts/:id',
  summary:
    'One GPT, also one that only its address leads to. 403 when it is private, 410 when it was removed.',
  access: 'public',
  maxAge: 60,
  params: () => z.strictObject({ id: gptId }),
  query: () =>
    z.object({
      /** The language of the words in the HTML of examples. Without it, examples have no HTML. */
      locale: z.optional(z.enum(languages)),
    }),
  response: () => gpt,
});

const gizmo = z.object({ gizmo_id: z.string() });

export const listRecentGpts = endpoint({
  method: 'GET',
  path: '/api/gpts/recent',
  summary: 'The GPTs that the signed-in user chatted with, most recent first.',
  response: () => z.array(gizmo),
});

export const listSavedGpts = endpoint({
  method: 'GET',
  path: '/api/gpts/collection',
  summary: 'The GPTs that the signed-in user saved, most recent first.',
  query: () => z.object({ page, size: size(999) }),
  /** `is_removed`: the GPT is no longer in the directory. */
  response: () => z.array(z.extend(gizmo, { is_removed: z.boolean() })),
});

export const saveGpt = endpoint({
  method: 'PUT',
  path: '/api/gpts/collection/:id',
  summary: 'Saves a GPT; saving it again changes nothing.',
  params: () => z.strictObject({ id: gptId }),
  response: () => gizmo,
});

export const unsaveGpt = endpoint({
  method: 'DELETE',
  path: '/api/gpts/collection/:id',
  summary: 'Forgets a saved GPT; forgetting it again changes nothing.',
  params: () => z.strictObject({ id: gptId }),
  response: () => gizmo,
});
