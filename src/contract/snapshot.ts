import { day } from '#contract/day.ts';
import { endpoint } from '#contract/endpoint.ts';
import { gpt } from '#contract/gpts.ts';
import { rankingNumbers, rankingPeriod } from '#contract/ranking.ts';
import { review } from '#contract/reviews.ts';
import { languages } from '#domain/languages.ts';
import { modelGroups } from '#domain/models.ts';
import { timedRanges } from '#domain/ranking.ts';
import * as z from 'zod/mini';

const range = z.enum(timedRanges);

/** Longest version that a reader may send back. */
const versionCharacters = 2_000;

/** An opaque text that says which state of the database a snapshot tells. */
const version = z.string().check(z.minLength(1), z.maxLength(versionCharacters));

/** A model that nobody answers for, with the day on which its provider shut it down; `null` where none is connected. */
export const unavailableModel = z.object({ id: z.string(), closed: z.nullable(day) });

export type UnavailableModel = z.output<typeof unavailableModel>;

/**
 * One line of the snapshot that the site is built from. The first line is `snapshot`, the last one `end`, with the
 * number of lines before it; the lines between have no order. `snapshotLineKey` names what a line tells.
 */
export const snapshotLine = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('snapshot'),
    closed_day: day,
    version,
    /** In a delta only: the version that its lines change. */
    since: z.optional(version),
    /** All models that nobody answers for; missing where there is none. */
    unavailable_models: z.optional(z.array(unavailableModel)),
  }),
  z.object({
    type: z.literal('gpt'),
    gpt,
    /** When its texts or its visibility changed last; chats and reviews do not count. */
    changed: z.optional(z.iso.datetime()),
  }),
  z.object({ type: z.literal('removed'), id: z.string() }),
  /**
   * Conversations of a GPT on up to ninety days in a row, of which the last is `last_day`: the last day that is known,
   * or its last day of use where that is long before. The first is the first day of use at all, where that is later.
   */
  z.object({
    type: z.literal('usage'),
    id: z.string(),
    last_day: day,
    imported: z.array(z.int()),
    own: z.array(z.int()),
    /** The places, counted from 0, of the days whose imported number is a share of what grew over a gap of the source. */
    estimated: z.array(z.int()),
    /** The places of the days of such gaps: all of `estimated` but the days after a gap, of which there is a reading. */
    gaps: z.array(z.int()),
    /** The last day that the source knows; on later ones an imported 0 says nothing. */
    imported_until: z.nullable(day),
    /** The day of the first conversation held here, from which on every day is known. */
    own_since: z.nullable(day),
  }),
  /** The ten newest reviews of a GPT that have a text, newest first. */
  z.object({ type: z.literal('reviews'), id: z.string(), reviews: z.array(review) }),
  /** A frozen period: all weeks and months, the last ninety days, which have a page, and the day before them. */
  z.object({ type: z.literal('period'), range, period: rankingPeriod }),
  /**
   * The first hundred places of a frozen period among all GPTs (`scope` is empty; of the newest week every place that
   * is kept), and of the newest month those within each category.
   */
  z.object({
    type: z.literal('ranking'),
    range,
    value: z.string(),
    scope: z.string(),
    rows: z.array(z.extend(rankingNumbers, { id: z.string() })),
  }),
  /** The sums of a category in the newest frozen month, the GPTs beyond its first hundred places included. */
  z.object({ type: z.literal('category'), category: z.string(), own: z.int(), imported: z.int() }),
  /**
   * The operator's changes to a model, or an added model; `null` leaves the product's own value. Of a model as it is
   * shipped there is no line.
   */
  z.object({
    type: z.literal('model'),
    id: z.string(),
    title: z.nullable(z.string()),
    group: z.nullable(z.enum(modelGroups)),
    price: z.nullable(z.int()),
    /** The prices that follow, by their moments (UTC). */
    coming_prices: z.array(z.object({ price: z.int(), from: z.string() })),
    max_input_tokens: z.nullable(z.int()),
    max_output_tokens: z.nullable(z.int()),
    position: z.nullable(z.int()),
    hidden: z.boolean(),
    tips: z.nullable(z.partialRecord(z.enum(languages), z.string())),
    /** The name of the upstream model that the operator chose. */
    upstream: z.nullable(z.string()),
  }),
  z.object({ type: z.literal('end'), lines: z.int() }),
]);

export type SnapshotLine = z.output<typeof snapshotLine>;

/** In a delta: the line of this key, of this type, is in the snapshot no more. The reader may never have had it. */
export const goneLine = z.object({
  type: z.literal('gone'),
  of: z.enum(['gpt', 'removed', 'usage', 'reviews', 'period', 'ranking', 'category', 'model']),
  key: z.string(),
});

export type GoneLine = z.output<typeof goneLine>;

/**
 * Names what a line tells. A snapshot has each key at most once; a line of a delta stands for the one of the same key.
 *
 * | line | key |
 * |---|---|
 * | `snapshot`, `end` | `snapshot`, `end` |
 * | `gpt`, `removed`, `usage`, `reviews` | `{type}/{id of the GPT}` |
 * | `model` | `model/{id}` |
 * | `period` | `period/{range}/{value}` |
 * | `ranking` | `ranking/{range}/{value}/{scope}`, with an empty scope for all GPTs |
 * | `category` | `category/{category}` |
 */
export function snapshotLineKey(line: SnapshotLine): string {
  switch (line.type) {
    case 'snapshot':
    case 'end':
      return line.type;
    case 'gpt':
      return `gpt/${line.gpt.id}`;
    case 'period':
      return `period/${line.range}/${line.period.value}`;
    case 'ranking':
      return `ranking/${line.range}/${line.value}/${line.scope}`;
    case 'category':
      return `category/${line.category}`;
    default:
      return `${line.type}/${line.id}`;
  }
}

export const getSnapshot = endpoint({
  method: 'GET',
  path: '/api/snapshot',
  summary:
    'Everything that the site is built from, or with `since` what changed of it, as NDJSON. Needs the operator token.',
  access: 'operator',
  query: () =>
    z.object({
      /** The version of an earlier snapshot. One that the server cannot tell the changes of is answered in full. */
      since: z.optional(version),
    }),
});
