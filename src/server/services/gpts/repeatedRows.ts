import { type ImportRow, readOrReject } from '#server/services/gpts/importRows.ts';
import type { ReadRow } from '#server/services/gpts/rejectedField.ts';

/** Most rows of one file that may repeat others: they are kept in memory. */
const repeatedAtMost = 1_000_000;

/** Rows of a file that must not be stored, though each of them alone could be. */
export type RepeatedRows = {
  /** By key, the last of several rows about the same thing, which counts. */
  winners: ReadonlyMap<string, { number: number; place: string }>;
  /** By the number of a row, counted from 1, the reason to reject it. */
  refused: ReadonlyMap<number, string>;
};

/** A compact set of rows. */
export type SeenRows<Row> = {
  /**
   * Adds a row. Returns whether a row about the same thing was added before, or a text with the reason why both cannot
   * be about the same thing.
   */
  add: (row: Row) => boolean | string;
};

/**
 * Reads a whole file before its import, and finds the rows about the same thing. Otherwise each import of the same file
 * would store the first of them and then change it again. Throws an `Error` for the operator when too many rows repeat
 * others.
 */
export async function findRepeatedRows<Row>(
  rows: AsyncIterable<ImportRow>,
  reader: { read: (value: unknown) => ReadRow<Row>; key: (row: Row) => string },
  seen: SeenRows<Row>,
): Promise<RepeatedRows> {
  const winners = new Map<string, { number: number; place: string }>();
  const refused = new Map<number, string>();
  let number = 0;
  let excess: string | undefined;
  try {
    for await (const source of rows) {
      number += 1;
      const row = readOrReject(source, reader.read);
      if ('errors' in row) continue;
      const before = seen.add(row.row);
      if (typeof before === 'string') refused.set(number, before);
      else if (before) winners.set(reader.key(row.row), { number, place: source.place });
      if (winners.size + refused.size <= repeatedAtMost) continue;
      excess = source.place;
      break;
    }
  } catch {
    // A damaged file ends at the damage. The import reaches the same end after storing the rows before it.
  }
  if (excess !== undefined) {
    throw new Error(`${excess}: more than ${repeatedAtMost} rows repeat others`);
  }
  return { winners, refused };
}
