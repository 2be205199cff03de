import { bigint, integer, pgTable, uuid } from 'drizzle-orm/pg-core';
import { appUser } from '#server/db/schema/accounts.ts';
import { instant } from '#server/db/schema/columns.ts';

/** A user's own limits, and the balance below which a mail is sent. */
export const creditLimit = pgTable('credit_limit', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => appUser.id, { onDelete: 'cascade' }),
  perDay: integer('per_day'),
  perMonth: integer('per_month'),
  /** A mail is sent when fewer credits are left; `null` for none. */
  lowMark: integer('low_mark'),
  /**
   * The newest ledger entry that added credits when the mark was set, if fewer credits were left already: the user knew,
   * so no mail is sent until there are new credits.
   */
  knownRefill: bigint('known_refill', { mode: 'number' }),
  updated: instant('updated').notNull().defaultNow(),
});
