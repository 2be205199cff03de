import { endpoint } from '#contract/endpoint.ts';
import { searchScopes, searchSteps, sourceAges, sourceKinds } from '#domain/search/aiSearch.ts';
import * as z from 'zod/mini';

/** A verbatim quote from a source's text. */
export const searchQuote = z.object({
  text: z.string(),
  /** Start and end in the fetched text, in UTF-16 code units. */
  start: z.int(),
  end: z.int(),
});

/** A page that an answer uses. `[1]` in the answer's text refers to the source with number 1. */
export const searchSource = z.object({
  number: z.int(),
  kind: z.enum(sourceKinds),
  /** The URL of a page of the web, or the path of a page of this site, which begins with `/`. */
  url: z.string(),
  host: z.string(),
  title: z.string(),
  /** The day (UTC) of publication or last change, as stated on the page; `null` if it states none. */
  date: z.nullable(z.string()),
  age: z.enum(sourceAges),
  /** The time at which the page was fetched. */
  fetched: z.iso.datetime(),
  /** SHA-256 of the fetched text, in hex. The quotes are parts of exactly that text. */
  text_hash: z.string(),
  /** The id of a GPT of this site. */
  gpt_id: z.optional(z.string()),
  /** The passages that the answer may use, the best one first. */
  quotes: z.array(searchQuote),
});

/** The current step of a search. */
export const searchStepEvent = z.object({
  type: z.literal('step'),
  step: z.enum(searchSteps),
  scope: z.enum(searchScopes),
  /** The search queries. */
  queries: z.array(z.string()),
  /** The hosts of the fetched pages; empty before the step `reading`. */
  hosts: z.array(z.string()),
});

/** The sources of an answer. Sent before the first text, and again if the list changes. */
export const searchSourcesEvent = z.object({
  type: z.literal('sources'),
  scope: z.enum(searchScopes),
  sources: z.array(searchSource),
});

/** Suggested next questions. Sent after the text. */
export const searchFollowUpsEvent = z.object({
  type: z.literal('follow_ups'),
  questions: z.array(z.string()),
});

/** The steps and sources of an answer of AI search. */
export const answerSearch = z.object({
  scope: z.enum(searchScopes),
  queries: z.array(z.string()),
  sources: z.array(searchSource),
  follow_ups: z.array(z.string()),
});

export type SearchSource = z.output<typeof searchSource>;
export type SearchQuote = z.output<typeof searchQuote>;
export type AnswerSearch = z.output<typeof answerSearch>;

export const getAiSearch = endpoint({
  method: 'GET',
  path: '/api/models/search',
  summary:
    'AI search: its price in credits, whether it searches the web or this site only, and whether it answers now. Ask it with the target `{ "model": "ai-search" }`.',
  access: 'public',
  maxAge: 20,
  response: () =>
    z.object({
      /** The id to use as the target's model. */
      id: z.string(),
      price: z.int(),
      /** `own`: the search covers the GPTs, posts and help pages of this site, not the web. */
      scope: z.enum(searchScopes),
      max_question_characters: z.int(),
      /** As of a model. */
      step_tokens: z.int(),
      available: z.boolean(),
      /** Whether it is unavailable until tomorrow (UTC), because today's budget is used up. */
      resting: z.boolean(),
      /** Whether a sandbox writes the answers. */
      sandbox: z.boolean(),
    }),
});
