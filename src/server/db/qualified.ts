import { type Column, type SQL, sql } from 'drizzle-orm';

/**
 * A column with the name of its table, for subqueries. Drizzle leaves the table out of columns in the expressions of
 * `select` and `returning` on one table, so that a column of the outer table would be read from the inner one.
 */
export function qualified(column: Column): SQL {
  return sql`${column}`;
}
