import { pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { instant } from '#server/db/schema/columns.ts';

/** Leases and failures of fetching public pages of GPTs elsewhere. */
export const gptLink = pgTable('gpt_link', {
  gptId: text('gpt_id').primaryKey(),
  /** Counts the fetches, so that a fetch whose lease has ended cannot store its outcome. */
  fetches: smallint('fetches').notNull().default(1),
  /** The end of the lease. Until then no other request fetches the page. */
  leased: instant('leased').notNull(),
  /** The failure of the last fetch, which is returned until `retry`. */
  failure: text('failure').$type<'not_public' | 'busy'>(),
  retry: instant('retry'),
});
