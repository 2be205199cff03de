import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Language } from '#domain/languages/languages.ts';
import type { RefusalReason } from '#domain/sharing/sharing.ts';
import { userId } from '#server/db/schema/accounts.ts';
import { created, instant, line } from '#server/db/schema/columns.ts';
import { discountCode } from '#server/db/schema/discounts.ts';

/** Posts that users submitted for the sharing plan. Deleted with the sender's account. */
export const sharingPost = pgTable(
  'sharing_post',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: userId(),
    /** The event at the time of the submission, and its reward. */
    event: text('event').notNull(),
    percentOff: integer('percent_off').notNull(),
    rewardDays: integer('reward_days').notNull(),
    /** The keyed hash of the sender's mailbox at that time; see `sharing_reward`. */
    mailboxHash: text('mailbox_hash').notNull(),
    link: line('link'),
    linkHash: text('link_hash'),
    /** The screenshot in the media store, which is deleted with the review. */
    pictureId: uuid('picture_id'),
    pictureHash: text('picture_hash'),
    /** The sender's language, for the mail. */
    language: text('language').$type<Language>().notNull(),
    sent: instant('sent').notNull(),
    /** When it will have been online long enough for the review. */
    reviewable: instant('reviewable').notNull(),
    /** The promised time of the review. */
    due: instant('due').notNull(),
    state: text('state').$type<'open' | 'accepted' | 'refused'>().notNull().default('open'),
    reason: text('reason').$type<RefusalReason>(),
    /** The operator's text in addition to the reason. */
    note: line('note'),
    reviewed: instant('reviewed'),
    /** The reward of an accepted post. */
    codeId: uuid('code_id').references(() => discountCode.id),
  },
  (table) => [
    // Only one of several simultaneous requests is stored.
    uniqueIndex('sharing_post_once')
      .on(table.event, table.mailboxHash)
      .where(sql`${table.state} <> 'refused'`),
    index('sharing_post_by_user').on(table.userId, table.id),
    index('sharing_post_to_review')
      .on(table.sent)
      .where(sql`${table.state} = 'open'`),
    check(
      'sharing_post_state',
      sql`case ${table.state}
        when 'open' then ${table.reviewed} is null and ${table.codeId} is null and ${table.reason} is null
          and (${table.link} is not null or ${table.pictureId} is not null)
        when 'accepted' then ${table.reviewed} is not null and ${table.codeId} is not null
        when 'refused' then ${table.reviewed} is not null and ${table.reason} is not null
        else false end`,
    ),
  ],
);

/**
 * Rewarded mailboxes and posts, as keyed hashes that outlive accounts and posts, so that a person is rewarded once per
 * event and a post only once.
 */
export const sharingReward = pgTable(
  'sharing_reward',
  {
    event: text('event').notNull(),
    /** Keyed hash of the mailbox; see `canonicalEmail` in `domain/login/login.ts`. */
    mailboxHash: text('mailbox_hash').notNull(),
    linkHash: text('link_hash').unique(),
    pictureHash: text('picture_hash').unique(),
    created: created(),
  },
  (table) => [primaryKey({ columns: [table.event, table.mailboxHash] })],
);
