import { day } from '#contract/day.ts';
import { endpoint } from '#contract/endpoint.ts';
import { gpt } from '#contract/gpts/gpts.ts';
import { rankingNumbers, rankingPeriod } from '#contract/ranking/ranking.ts';
import { rankingRecord } from '#contract/ranking/rankingRecord.ts';
import { review } from '#contract/reviews/reviews.ts';
import { languages } from '#domain/languages/languages.ts';
import { modelGroups } from '#domain/models/models.ts';
import { timedRanges } from '#domain/ranking/ranking.ts';
import * as z from 'zod/mini';

const range = z.enum(timedRanges);

/** Longest version that a client may send back. */
const versionCharacters = 2_000;

/** An opaque identifier of the database state of a snapshot. */
const version = z.string().check(z.minLength(1), z.maxLength(versionCharacters));

/** A model without a provider, with the day on which its provider shut it down; `null` if no provider is connected. */
export const unavailableModel = z.object({ id: z.string(), closed: z.nullable(day) });

export type UnavailableModel = z.output<typeof unavailableModel>;

/** A model in whose place another one answers, with the name of that one. */
export const replacedModel = z.object({ id: z.string(), name: z.string() });

export type ReplacedModel = z.output<typeof replacedModel>;

/**
 * One line of the snapshot that the site is built from. The first line is `snapshot`. The last one is `end`, with the
 * number of lines before it. The lines between have no order. `snapshotLineKey` returns the key of a line.
 */
export const snapshotLine = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('snapshot'),
    closed_day: day,
    version,
    /** Only in a delta: the version to which its lines apply. */
    since: z.optional(version),
    /** All models without a provider; omitted if empty. */
    unavailable_models: z.optional(z.array(unavailableModel)),
    /** All models in whose place another one answers; omitted if empty, and by older servers. */
    replaced_models: z.optional(z.array(replacedModel)),
  }),
  z.object({
    type: z.literal('gpt'),
    gpt,
    /** The time of the last change of texts or visibility. Chats and reviews do not count. */
    changed: z.optional(z.iso.datetime()),
  }),
  z.object({ type: z.literal('removed'), id: z.string() }),
  /**
   * Conversations of a GPT on up to ninety consecutive days that end with `last_day`. This is the last known day, or the
   * last day of use if that is long before. Earlier days than the first day of use are omitted.
   */
  z.object({
    type: z.literal('usage'),
    id: z.string(),
    last_day: day,
    imported: z.array(z.int()),
    own: z.array(z.int()),
    /** Indexes (from 0) of the days whose imported number is a share of the growth over a gap of the source. */
    estimated: z.array(z.int()),
    /** Indexes of the days of such gaps: `estimated` without the days after a gap, which have a reading. */
    gaps: z.array(z.int()),
    /** The last day of the source. On later days an imported 0 means unknown. */
    imported_until: z.nullable(day),
    /** The day of the first conversation on this site. From this day on every day is known. */
    own_since: z.nullable(day),
  }),
  /** The ten newest reviews with a text of a GPT, newest first. */
  z.object({ type: z.literal('reviews'), id: z.string(), reviews: z.array(review) }),
  /**
   * A frozen period. The snapshot has all weeks and months, the last ninety days, which have a page, and the day
   * before.
   */
  z.object({ type: z.literal('period'), range, period: rankingPeriod }),
  /**
   * The first hundred places of a frozen period over all GPTs (`scope` is empty). The newest week has all stored places.
   * The newest month also has the first hundred places of each category. `users`: in weeks the people who used the GPT here,
   * from five up.
   */
  z.object({
    type: z.literal('ranking'),
    range,
    value: z.string(),
    scope: z.string(),
    rows: z.array(z.extend(rankingNumbers, { id: z.string(), users: z.optional(z.int()) })),
  }),
  /**
   * The records of a published period, oldest first, with the texts of its inputs and its result: zlib in base64, because a
   * large site has hundreds of megabytes of them. Periods of older versions have none. `records` is empty, and so are the
   * texts, if the records of the period were removed.
   */
  z.object({
    type: z.literal('record'),
    range,
    value: z.string(),
    records: z.array(rankingRecord),
    inputs: z.string(),
    result: z.string(),
  }),
  /** The sums of a category in the newest frozen month, including the GPTs after its first hundred places. */
  z.object({ type: z.literal('category'), category: z.string(), own: z.int(), imported: z.int() }),
  /**
   * The operator's changes to a model, or an added model. `null` keeps the value of the product. Unchanged models have no
   * line.
   */
  z.object({
    type: z.literal('model'),
    id: z.string(),
    title: z.nullable(z.string()),
    group: z.nullable(z.enum(modelGroups)),
    price: z.nullable(z.int()),
    /** Future prices, ordered by time (UTC). */
    coming_prices: z.array(z.object({ price: z.int(), from: z.string() })),
    max_input_tokens: z.nullable(z.int()),
    step_tokens: z.nullable(z.int()),
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

/** Only in a delta: removes the line with this key and type. The client may not have it. */
export const goneLine = z.object({
  type: z.literal('gone'),
  of: z.enum([
    'gpt',
    'removed',
    'usage',
    'reviews',
    'period',
    'ranking',
    'record',
    'category',
    'model',
  ]),
  key: z.string(),
});

export type GoneLine = z.output<typeof goneLine>;

/**
 * Returns the key of a line. A snapshot has each key at most once. A line of a delta replaces the line with the same key.
 *
 * | line | key |
 * |---|---|
 * | `snapshot`, `end` | `snapshot`, `end` |
 * | `gpt`, `removed`, `usage`, `reviews` | `{type}/{id of the GPT}` |
 * | `model` | `model/{id}` |
 * | `period` | `period/{range}/{value}` |
 * | `ranking` | `ranking/{range}/{value}/{scope}`, with an empty scope for all GPTs |
 * | `record` | `record/{range}/{value}` |
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
    case 'record':
      return `record/${line.range}/${line.value}`;
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
      /** The version of an earlier snapshot. If the server cannot compute the changes since it, it sends all lines. */
      since: z.optional(version),
    }),
});
