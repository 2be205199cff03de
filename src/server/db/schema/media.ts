import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '#server/db/schema/columns.ts';

/**
 * Files in the media store that go, unless a row that names them is stored before: written before a file is, taken back
 * with the row, written again by a trigger when the row goes. So no crash leaves a file that nobody knows.
 */
export const mediaRemoval = pgTable(
  'media_removal',
  {
    key: text('key').primaryKey(),
    due: instant('due').notNull(),
    /** From here on it cannot be taken back. */
    removing: boolean('removing').notNull().default(false),
  },
  (table) => [index('media_removal_by_due').on(table.due)],
);
