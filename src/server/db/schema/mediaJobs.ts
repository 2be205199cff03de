import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  real,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import type { FailureReason } from '#contract/chat/chat.ts';
import { mediaOptions } from '#contract/media/media.ts';
import type { MediaKind, MediaType } from '#domain/media/media.ts';
import type { JobState } from '#domain/media/mediaJob.ts';
import { ownerId } from '#server/db/schema/accounts.ts';
import { answer, message } from '#server/db/schema/chat.ts';
import { created, instant, line } from '#server/db/schema/columns.ts';
import { mediaTicket, parsedJson } from '#server/db/schema/json.ts';

/** A job that makes a picture, music or a video for an answer. */
export const mediaJob = pgTable(
  'media_job',
  {
    answerId: uuid('answer_id')
      .primaryKey()
      .references(() => answer.id, { onDelete: 'cascade' }),
    userId: ownerId(),
    /** The model of the catalogue. */
    model: text('model').notNull(),
    kind: text('kind').$type<MediaKind>().notNull(),
    /** The provider, and its name of the model. */
    provider: text('provider').notNull(),
    upstream: text('upstream').notNull(),
    prompt: text('prompt').notNull(),
    options: parsedJson('options', mediaOptions).notNull(),
    /** The provider's price on the day of the question, in micro-USD; `null` if unknown. */
    cost: bigint('cost', { mode: 'number' }),
    /** Jobs of Pro users start before those of others. */
    isPro: boolean('is_pro').notNull(),
    /** How many jobs of this user may run at once. */
    atOnce: smallint('at_once').notNull(),
    state: text('state').$type<JobState>().notNull().default('queued'),
    /** When it left the queue; from then on it takes a slot of its user and its provider. */
    started: instant('started'),
    /** Stored before the order is sent, so that a crash before its response is noticed. */
    submitTried: instant('submit_tried'),
    submits: integer('submits').notNull().default(0),
    ticket: parsedJson('ticket', mediaTicket),
    submitted: instant('submitted'),
    /** The provider's name of the state and its progress in percent, at the last poll. */
    providerState: line('provider_state'),
    percent: smallint('percent'),
    polls: integer('polls').notNull().default(0),
    /** How many steps in a row failed. */
    failures: integer('failures').notNull().default(0),
    /** When the next step is due; `null` while it is queued and after the last step. */
    nextStep: instant('next_step'),
    /** The lease of the worker that takes a step now, and its end. */
    leaseId: uuid('lease_id'),
    leaseEnds: instant('lease_ends'),
    deadline: instant('deadline').notNull(),
    reason: text('reason').$type<FailureReason>(),
    /** Whether the provider may have charged for it without a known result. An operator resolves that. */
    maybeCharged: boolean('maybe_charged').notNull().default(false),
    created: created(),
    ended: instant('ended'),
  },
  (table) => [
    index('media_job_waiting')
      .on(table.created)
      .where(sql`${table.state} = 'queued' and ${table.started} is null`),
    index('media_job_due')
      .on(table.nextStep)
      .where(sql`${table.nextStep} is not null`),
    index('media_job_open')
      .on(table.userId)
      .where(sql`${table.state} in ('queued', 'submitted', 'running')`),
    index('media_job_unclear')
      .on(table.created)
      .where(sql`${table.maybeCharged}`),
    // For the duration of a model's jobs.
    index('media_job_by_model').on(table.model, table.ended),
  ],
);

/** A file that a media model made. Its content is in the media store as `media/{id}`. */
export const mediaFile = pgTable(
  'media_file',
  {
    id: uuid('id').primaryKey(),
    answerId: uuid('answer_id')
      .notNull()
      .references(() => answer.id, { onDelete: 'cascade' }),
    messageId: uuid('message_id')
      .notNull()
      .references(() => message.id, { onDelete: 'cascade' }),
    userId: ownerId(),
    /** Its position in the answer, from 0. */
    place: smallint('place').notNull(),
    kind: text('kind').$type<MediaKind>().notNull(),
    type: text('type').$type<MediaType>().notNull(),
    size: integer('size').notNull(),
    width: integer('width'),
    height: integer('height'),
    seconds: real('seconds'),
    title: line('title').notNull().default(''),
    /** SHA-256 of the stored content, as hexadecimal digits. */
    sha256: text('sha256').notNull(),
    created: created(),
    /** When its user deleted it, with its content. */
    deleted: instant('deleted'),
  },
  (table) => [
    unique('media_file_once').on(table.answerId, table.place),
    index('media_file_by_message').on(table.messageId),
    index('media_file_by_user')
      .on(table.userId, table.created, table.id)
      .where(sql`${table.deleted} is null`),
  ],
);
