import {
  bigint,
  bigserial,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import type { AnswerState } from '#contract/chat/chat.ts';
import type { ProviderProblem } from '#domain/models/providerCircuit.ts';
import { created, instant, line } from '#server/db/schema/columns.ts';

/** The operator's prices of upstream models, in micro-USD per million tokens, from a day on. */
export const upstreamPrice = pgTable(
  'upstream_price',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /** `provider/model`. */
    upstream: line('upstream').notNull(),
    starts: date('starts', { mode: 'string' }).notNull(),
    input: bigint('input', { mode: 'number' }).notNull(),
    output: bigint('output', { mode: 'number' }).notNull(),
    created: created(),
  },
  (table) => [unique('upstream_price_once').on(table.upstream, table.starts)],
);

/** The operator's prices of media upstreams, in micro-USD, from a day on. */
export const mediaPrice = pgTable(
  'media_price',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /** `provider/model`. */
    upstream: line('upstream').notNull(),
    starts: date('starts', { mode: 'string' }).notNull(),
    /** Of a picture, an order of music or a second of video, of any quality and size. */
    each: bigint('each', { mode: 'number' }).notNull(),
    created: created(),
  },
  (table) => [unique('media_price_once').on(table.upstream, table.starts)],
);

/** The spending limit of a provider for a day (UTC), in micro-USD. */
export const providerCap = pgTable('provider_cap', {
  provider: text('provider').primaryKey(),
  daily: bigint('daily', { mode: 'number' }).notNull(),
  updated: instant('updated').notNull().defaultNow(),
});

/**
 * The costs of answers at a provider in a day (UTC). In several rows (shards), because every ended answer updates one.
 */
export const providerSpend = pgTable(
  'provider_spend',
  {
    provider: text('provider').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    shard: smallint('shard').notNull(),
    micros: bigint('micros', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.day, table.shard] })],
);

/** The states of providers and keys that are closed, or failed since they last served us. Others have no row. */
export const providerState = pgTable(
  'provider_state',
  {
    provider: text('provider').notNull(),
    /** A digest of one of its keys; empty for the whole provider. */
    key: text('key').notNull(),
    /** How the key is named: its last four characters, or its place. */
    label: text('label').notNull(),
    /** `null` while failures are only counted. */
    problem: text('problem').$type<ProviderProblem>(),
    failures: integer('failures').notNull(),
    /** Digests of the users of these failures. */
    users: text('users').array().notNull(),
    changed: instant('changed').notNull(),
    since: instant('since'),
    until: instant('until'),
    /** Seconds. */
    pause: integer('pause').notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.key] })],
);

/**
 * The income and cost of each answer, stored with its end. Contains no personal data and outlives the conversation, so
 * that deleting a conversation does not change the sums.
 */
export const answerCost = pgTable(
  'answer_cost',
  {
    /** The id of the answer, which may be deleted; the ledger has it as the source of the hold. */
    answerId: uuid('answer_id').primaryKey(),
    ended: instant('ended').notNull(),
    model: text('model').notNull(),
    /** Whether a GPT was asked, which has its own price. */
    isGpt: boolean('is_gpt').notNull(),
    upstream: text('upstream'),
    state: text('state').$type<AnswerState>().notNull(),
    /** Credits. */
    charged: integer('charged').notNull(),
    inputTokens: integer('input_tokens'),
    outputTokens: integer('output_tokens'),
    /** Whether the tokens are our estimate, because the upstream named none. */
    estimated: boolean('estimated').notNull(),
    /** The upstream's cost in micro-USD; `null` if its price or its tokens are unknown. */
    cost: bigint('cost', { mode: 'number' }),
  },
  (table) => [index('answer_cost_by_end').on(table.ended)],
);
