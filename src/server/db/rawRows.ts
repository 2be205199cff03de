import { Column, type GetColumnData, is } from 'drizzle-orm';
import * as z from 'zod/mini';

/** Reads a value of a row; a schema of zod does. Throws for a value that it does not accept. */
export type Reader<Value> = { parse: (stored: unknown) => Value };

/** How the values of a row of raw SQL are read, by their names: as a column of the schema, or by a reader. */
export type RowShape = Readonly<Record<string, Column | Reader<unknown>>>;

export type RowOf<Shape extends RowShape> = {
  -readonly [Name in keyof Shape]: Shape[Name] extends Column
    ? GetColumnData<Shape[Name]>
    : Shape[Name] extends Reader<infer Value>
      ? Value
      : never;
};

/** Returns rows with the values that the shape names. Throws when a row lacks one, or when a reader does not accept it. */
export function parseRows<Shape extends RowShape>(
  shape: Shape,
  rows: readonly Record<string, unknown>[],
): RowOf<Shape>[] {
  const readers = Object.entries(shape).map(([name, reader]) => ({
    name,
    parse: is(reader, Column) ? columnParser(reader) : (stored: unknown) => reader.parse(stored),
  }));
  return rows.map((row) => {
    const values: Record<string, unknown> = {};
    for (const { name, parse } of readers) values[name] = parse(row[name]);
    // Each name of the shape has the value that its reader returned.
    return values as RowOf<Shape>;
  });
}

/** The value of a column, or `null` where a join finds no row. */
export function orNull<Of extends Column>(column: Of): Reader<Of['_']['data'] | null> {
  return { parse: (stored) => (stored === null ? null : columnParser(column)(stored)) };
}

/** A list of values of a column, which have no nulls. */
export function listOf<Of extends Column>(column: Of): Reader<Of['_']['data'][]> {
  const parse = columnParser(column);
  return { parse: (stored) => z.array(z.unknown()).parse(stored).map(parse) };
}

function columnParser(column: Column): (stored: unknown) => unknown {
  return (stored) => {
    if (stored === null && !column.notNull) return null;
    if (stored === null || stored === undefined) throw new Error(`A row has no ${column.name}`);
    return column.mapFromDriverValue(stored);
  };
}
