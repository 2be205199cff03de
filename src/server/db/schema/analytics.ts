import { bigint, date, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/**
 * How often an event happened on pages in a day (UTC). Contains no personal data; deleted after `analyticsKeptDays`.
 */
export const analyticsCount = pgTable(
  'analytics_count',
  {
    day: date('day', { mode: 'string' }).notNull(),
    category: text('category').notNull(),
    label: text('label').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.category, table.label] })],
);
