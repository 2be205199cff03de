import { date, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, line } from '#server/db/schema/columns.ts';

/** When providers shut down models that are in use here, as far as it is known. */
export const upstreamShutdown = pgTable('upstream_shutdown', {
  /** `provider/model`. */
  upstream: line('upstream').primaryKey(),
  /** `null`: an operator said that it stays. */
  day: date('day', { mode: 'string' }),
  /** Who named the day. An operator's word stands above that of the provider, and this above what the product ships. */
  source: text('source').$type<ShutdownSource>().notNull(),
  /** Days before the shutdown of the last alarm, 0 for that of the day itself. */
  warned: integer('warned'),
  updated: instant('updated').notNull().defaultNow(),
});

export type ShutdownSource = 'operator' | 'provider' | 'product';
