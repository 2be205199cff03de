import { sql } from 'drizzle-orm';
import { bigserial, check, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { created, instant, line } from '#server/db/schema/columns.ts';

/**
 * Prices of models with the times from which they are valid, including past ones. A price is valid as soon as its time
 * has come; a job copies it into `model_setting` soon after.
 */
export const modelPrice = pgTable(
  'model_price',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    model: text('model').notNull(),
    /** Credits for one question. */
    price: integer('price').notNull(),
    starts: instant('starts').notNull(),
    /** The operator's reason. */
    reason: line('reason').notNull(),
    /** When it was copied into `model_setting`. */
    applied: instant('applied'),
    withdrawn: instant('withdrawn'),
    created: created(),
  },
  (table) => [
    check('model_price_price', sql`${table.price} > 0`),
    // Future prices, at most one for a model and a time.
    uniqueIndex('model_price_coming')
      .on(table.model, table.starts)
      .where(sql`${table.applied} is null and ${table.withdrawn} is null`),
  ],
);
