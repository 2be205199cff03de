import { type ImportRow, readOrReject } from '#server/services/gpts/importRows.ts';
import type { ReadRow } from '#server/services/gpts/rejectedField.ts';

/** Most rows of one file that may repeat others: what is remembered of them must fit into memory. */
const repeatedAtMost = 1_000_000;

/** Rows of a file that must not be stored, though each row alone could be. */
export type RepeatedRows = {
  /** By key, the row that counts of several about the same thing: the last one. */
  winners: ReadonlyMap<string, { number: number; place: string }>;
  /** By the number of a row, counted from 1, why it is no repetition but must be rejected. */
  refused: ReadonlyMap<number, string>;
};

/** Remembers rows in as little memory as it can. */
export type SeenRows<Row> = {
  /** Whether a row about the same thing was seen before; a text says why both cannot be about the same thing. */
  add: (row: Row) => boolean | string;
};

/**
 * Reads a whole file ahead of its import, and finds the rows that are about the same thing. Without that the first of
 * them would be stored and changed again whenever the same file is imported. Throws a sentence when too many repeat.
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
    // A damaged file ends where it is damaged. The import meets the same end, after it stored what comes before.
  }
  if (excess !== undefined) {
    throw new Error(`${excess}: more than ${repeatedAtMost} rows repeat others`);
  }
  return { winners, refused };
}
