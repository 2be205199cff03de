import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant, created } from '#server/db/schema/columns.ts';

export const appUser = pgTable('app_user', {
  id: uuid('id').primaryKey().defaultRandom(),
  /** Normalised; see `domain/login.ts`. */
  email: text('email').notNull().unique(),
  name: text('name').notNull(),
  picture: text('picture').notNull().default('/avatar.png'),
  language: text('language').notNull().default('en'),
  created: created(),
});

export const session = pgTable(
  'session',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** SHA-256 of the cookie's value. */
    tokenHash: text('token_hash').notNull().unique(),
    userId: uuid('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    created: created(),
    expires: instant('expires').notNull(),
  },
  (table) => [index('session_by_user').on(table.userId)],
);

/** A code that was sent, bound to the browser that asked for it. */
export const loginAttempt = pgTable(
  'login_attempt',
  {
    /** SHA-256 of the attempt cookie's value. */
    tokenHash: text('token_hash').primaryKey(),
    email: text('email').notNull(),
    /** Keyed hash of the code; four digits alone would be guessed from any plain hash. */
    codeHash: text('code_hash').notNull(),
    triesLeft: integer('tries_left').notNull(),
    created: created(),
    expires: instant('expires').notNull(),
  },
  (table) => [index('login_attempt_by_expires').on(table.expires)],
);
