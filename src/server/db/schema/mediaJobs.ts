import { sql } from 'drizzle-orm';
import {
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
import type { FailureReason } from '#contract/chat.ts';
import { mediaOptions } from '#contract/media.ts';
import type { MediaKind, MediaType } from '#domain/media.ts';
import type { JobState } from '#domain/mediaJob.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { answer, message } from '#server/db/schema/chat.ts';
import { created, instant, line } from '#server/db/schema/columns.ts';
import { mediaTicket, parsedJson } from '#server/db/schema/json.ts';

/** A picture, a piece of music or a video on its way, with the answer that it is made for. */
export const mediaJob = pgTable(
  'media_job',
  {
    answerId: uuid('answer_id')
      .primaryKey()
      .references(() => answer.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    /** Of the catalogue. */
    model: text('model').notNull(),
    kind: text('kind').$type<MediaKind>().notNull(),
    /** Who makes it, and the provider's name of the model. */
    provider: text('provider').notNull(),
    upstream: text('upstream').notNull(),
    prompt: text('prompt').notNull(),
    options: parsedJson('options', mediaOptions).notNull(),
    /** Jobs of Pro users begin before those of others. */
    isPro: boolean('is_pro').notNull(),
    /** Jobs of this user that are made at once. */
    atOnce: smallint('at_once').notNull(),
    state: text('state').$type<JobState>().notNull().default('queued'),
    /** When it was its turn; from then on it takes a slot of its user and provider. */
    started: instant('started'),
    /** Stored before the provider is asked, so that a crash between request and answer is seen. */
    submitTried: instant('submit_tried'),
    submits: integer('submits').notNull().default(0),
    ticket: parsedJson('ticket', mediaTicket),
    submitted: instant('submitted'),
    /** The provider's own word for its state, and how much is made in percent, when it was asked last. */
    providerState: line('provider_state'),
    percent: smallint('percent'),
    polls: integer('polls').notNull().default(0),
    /** Steps in a row that failed. */
    failures: integer('failures').notNull().default(0),
    /** When the next step is due; `null` while it waits for its turn, and once nothing is to be done any more. */
    nextStep: instant('next_step'),
    /** The worker that takes a step now, and until when nobody else may. */
    leaseId: uuid('lease_id'),
    leaseEnds: instant('lease_ends'),
    deadline: instant('deadline').notNull(),
    reason: text('reason').$type<FailureReason>(),
    /** Whether the provider may have taken money for it although nobody knows of a result. An operator settles that. */
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
    // How long a model takes.
    index('media_job_by_model').on(table.model, table.ended),
  ],
);

/** A file that a media model made. Its content lies in the media store under `media/{id}`. */
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
    userId: uuid('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    /** Its place in the answer, from 0. */
    place: smallint('place').notNull(),
    kind: text('kind').$type<MediaKind>().notNull(),
    type: text('type').$type<MediaType>().notNull(),
    size: integer('size').notNull(),
    width: integer('width'),
    height: integer('height'),
    seconds: real('seconds'),
    title: line('title').notNull().default(''),
    /** SHA-256 of what is kept, as hexadecimal digits. */
    sha256: text('sha256').notNull(),
    created: created(),
    /** When its user deleted it; its content is gone then. */
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
