import { pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { instant } from '#server/db/schema/columns.ts';

/** Public pages of GPTs elsewhere that were asked for: who asks now, and how that failed. */
export const gptLink = pgTable('gpt_link', {
  gptId: text('gpt_id').primaryKey(),
  /** Counts the fetches, so that one whose lease ended cannot store its outcome. */
  fetches: smallint('fetches').notNull().default(1),
  /** Until then nobody else fetches the page. */
  leased: instant('leased').notNull(),
  /** Set after a failure, which is repeated until `retry`. */
  failure: text('failure').$type<'not_public' | 'busy'>(),
  retry: instant('retry'),
});
