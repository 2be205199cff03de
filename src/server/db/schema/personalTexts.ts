import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { appUser, ownerId } from '#server/db/schema/accounts.ts';
import { created, instant, line } from '#server/db/schema/columns.ts';

/** The custom instructions of a user, which go with each question: about the user, and how to answer. */
export const customInstruction = pgTable('custom_instruction', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => appUser.id, { onDelete: 'cascade' }),
  aboutMe: text('about_me').notNull(),
  howToAnswer: text('how_to_answer').notNull(),
  updated: instant('updated').notNull().defaultNow(),
});

/** A line that a user asked to remember. It goes with every question of the user. */
export const memoryLine = pgTable(
  'memory_line',
  {
    /** Chosen by the caller, so that a retry stores one line only. */
    id: uuid('id').notNull(),
    userId: ownerId(),
    text: line('text').notNull(),
    created: created(),
    updated: instant('updated').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] })],
);
