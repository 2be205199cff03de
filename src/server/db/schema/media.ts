import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '#server/db/schema/columns.ts';

/**
 * Files in the media store that will be removed. A row is inserted before a file is written, deleted together with the
 * insertion of the row that owns the file, and inserted again by a trigger when that row is deleted. So no crash leaves
 * a file without an owner.
 */
export const mediaRemoval = pgTable(
  'media_removal',
  {
    key: text('key').primaryKey(),
    due: instant('due').notNull(),
    /** Once true, the removal cannot be cancelled. */
    removing: boolean('removing').notNull().default(false),
  },
  (table) => [index('media_removal_by_due').on(table.due)],
);
