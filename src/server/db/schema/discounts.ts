import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { appUser } from '#server/db/schema/accounts.ts';
import { created, instant, line } from '#server/db/schema/columns.ts';
import { paymentOrder } from '#server/db/schema/orders.ts';

/** Discount codes that an operator issued together. */
export const discountBatch = pgTable('discount_batch', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  /** The operator's note on the purpose of the codes. */
  note: line('note'),
  created: created(),
});

/** Codes that take a percentage off one order. */
export const discountCode = pgTable(
  'discount_code',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** `null` for the reward of a shared post. */
    batchId: integer('batch_id').references(() => discountBatch.id),
    /** Keyed hash of the code's 16 characters. */
    codeHash: text('code_hash').notNull().unique(),
    percentOff: integer('percent_off').notNull(),
    expires: instant('expires').notNull(),
    /** The only account that may use it; `null` for any. */
    userId: uuid('user_id').references(() => appUser.id),
    /** The user who shares the code and is rewarded with credits for an order with it. */
    referrerId: uuid('referrer_id').references(() => appUser.id),
    /** Keyed hash of the referrer's mailbox, by which a later account of the same person is recognised. */
    referrerHash: text('referrer_hash'),
    reward: integer('reward'),
    /** The order that uses it. When that order has failed or expired, another one may use the code. */
    orderId: uuid('order_id')
      .unique()
      .references(() => paymentOrder.id),
    usedBy: uuid('used_by').references(() => appUser.id),
    used: instant('used'),
    /** When the referrer was rewarded. */
    rewarded: instant('rewarded'),
    /** When the order was refunded, so that the reward is taken back or never given. */
    rewardLost: instant('reward_lost'),
    /** When an operator withdrew the code. */
    revoked: instant('revoked'),
    created: created(),
  },
  (table) => [
    index('discount_code_of_batch').on(table.batchId),
    index('discount_code_by_user').on(table.userId),
    index('discount_code_by_used').on(table.usedBy),
    index('discount_code_by_referrer').on(table.referrerId),
    index('discount_code_to_reward')
      .on(table.orderId)
      .where(
        sql`${table.reward} is not null and ${table.rewarded} is null and ${table.rewardLost} is null`,
      ),
    check('discount_code_percent', sql`${table.percentOff} between 1 and 90`),
    check(
      'discount_code_used',
      sql`(${table.orderId} is null) = (${table.used} is null) and (${table.orderId} is null) = (${table.usedBy} is null)`,
    ),
    check(
      'discount_code_referrer',
      sql`(${table.referrerId} is null) = (${table.referrerHash} is null) and (${table.referrerId} is null) = (${table.reward} is null) and coalesce(${table.reward}, 1) > 0`,
    ),
  ],
);
