import { sql } from 'drizzle-orm';
import { bigserial, check, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { created, instant, line } from '#server/db/schema/columns.ts';

/**
 * Prices of models with the moment from which each counts, past ones included. One whose moment has passed counts at
 * once, and a job moves it into `model_setting` soon after.
 */
export const modelPrice = pgTable(
  'model_price',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    model: text('model').notNull(),
    /** Credits for one question. */
    price: integer('price').notNull(),
    starts: instant('starts').notNull(),
    /** The operator's words. */
    reason: line('reason').notNull(),
    /** When it was moved into `model_setting`. */
    applied: instant('applied'),
    withdrawn: instant('withdrawn'),
    created: created(),
  },
  (table) => [
    check('model_price_price', sql`${table.price} > 0`),
    // The coming prices, which are few: one for a model and a moment.
    uniqueIndex('model_price_coming')
      .on(table.model, table.starts)
      .where(sql`${table.applied} is null and ${table.withdrawn} is null`),
  ],
);
