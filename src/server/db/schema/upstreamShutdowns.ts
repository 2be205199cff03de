import { date, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, line } from '#server/db/schema/columns.ts';

/** The known shutdown days of models that are in use here. */
export const upstreamShutdown = pgTable('upstream_shutdown', {
  /** `provider/model`. */
  upstream: line('upstream').primaryKey(),
  /** `null`: the operator stated that the model stays. */
  day: date('day', { mode: 'string' }),
  /** The source of the day. An operator's day takes precedence over the provider's, and that over the shipped one. */
  source: text('source').$type<ShutdownSource>().notNull(),
  /** The last alarm, in days before the shutdown; 0 for the day itself. */
  warned: integer('warned'),
  updated: instant('updated').notNull().defaultNow(),
});

export type ShutdownSource = 'operator' | 'provider' | 'product';
