import { endpoint } from '#contract/endpoint.ts';
import { searchScopes, searchSteps, sourceAges, sourceKinds } from '#domain/aiSearch.ts';
import * as z from 'zod/mini';

/** A verbatim piece of a source's text. */
export const searchQuote = z.object({
  text: z.string(),
  /** Where it begins and ends in the text that was read, in UTF-16 code units. */
  start: z.int(),
  end: z.int(),
});

/** A page that was read for an answer. `[1]` in the answer's text names the source with number 1. */
export const searchSource = z.object({
  number: z.int(),
  kind: z.enum(sourceKinds),
  /** The address of a page of the web; of a page of this site its path, which begins with `/`. */
  url: z.string(),
  host: z.string(),
  title: z.string(),
  /** The day (UTC) that the page names as that of its publication or its last change; `null` where it names none. */
  date: z.nullable(z.string()),
  age: z.enum(sourceAges),
  /** When it was read. */
  fetched: z.iso.datetime(),
  /** SHA-256 of the text that was read, in hex: the quotes are parts of exactly that text. */
  text_hash: z.string(),
  /** The passages that the answer may use, the best one first. */
  quotes: z.array(searchQuote),
});

/** The present step of a search. */
export const searchStepEvent = z.object({
  type: z.literal('step'),
  step: z.enum(searchSteps),
  scope: z.enum(searchScopes),
  /** The search queries. */
  queries: z.array(z.string()),
  /** The hosts whose pages are read; empty before `reading`. */
  hosts: z.array(z.string()),
});

/** The sources of an answer; sent before its first text, and once more where the list changes. */
export const searchSourcesEvent = z.object({
  type: z.literal('sources'),
  scope: z.enum(searchScopes),
  sources: z.array(searchSource),
});

/** Suggested next questions; sent after the text. */
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
  answer: () =>
    z.object({
      /** The model that questions are sent to. */
      id: z.string(),
      price: z.int(),
      /** `own`: it searches the GPTs, posts and help pages of this site, not the web. */
      scope: z.enum(searchScopes),
      max_question_characters: z.int(),
      available: z.boolean(),
      /** Whether it is not available only until tomorrow (UTC), because a budget for today is used up. */
      resting: z.boolean(),
      /** Whether a sandbox writes the answers. */
      sandbox: z.boolean(),
    }),
});
