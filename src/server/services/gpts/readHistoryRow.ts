import type { Observation } from '#domain/ranking/formula.ts';
import { firstHistoryDay } from '#domain/ranking/history.ts';
import { checkedDay, readId } from '#server/services/gpts/fieldReaders.ts';
import { readCount } from '#server/services/gpts/readCount.ts';
import type { ReadOptions } from '#server/services/gpts/readOptions.ts';
import { FieldProblems, type ReadRow, RejectedField } from '#server/services/gpts/rejectedField.ts';
import { findUnknownFields } from '#server/services/gpts/unknownFields.ts';

/** One day of one GPT in an imported history. */
export type HistoryRow = Observation & {
  gptId: string;
  rating: number | null;
  reviews: number | null;
};

const essential: ReadonlySet<string> = new Set(['id', 'date', 'conversations']);

/** The columns of a history. The rank is worked out here, and the name is the catalogue's. */
const columns: ReadonlySet<string> = new Set([...essential, 'rank', 'name', 'rating', 'reviews']);

/**
 * Reads a row of a history from the texts of its cells; `today` is the last valid day. An empty field is unknown, never
 * zero. A bad rating or number of reviews is dropped. Throws `RejectedRow`.
 */
export function readHistoryRow(
  source: unknown,
  today: string,
  { dates, isStrict = false }: ReadOptions = {},
): ReadRow<HistoryRow> {
  const cells = source as Readonly<Record<string, string>>;
  const problems = new FieldProblems();
  const row = {
    gptId: problems.read('', () => readId(cells['id'], 'id')),
    day: problems.read('', () =>
      checkedDay(cells['date'] ?? '', 'date', { dates, today, first: firstHistoryDay }),
    ),
    conversations: problems.read(null, () =>
      whole('conversations', cells, Number.MAX_SAFE_INTEGER),
    ),
    rating: problems.read(null, () => rating(cells)),
    reviews: problems.read(null, () => whole('reviews', cells, 2_147_483_647)),
  };
  return problems.finish(row, essential, isStrict, findUnknownFields(cells, columns));
}

function whole(
  field: string,
  cells: Readonly<Record<string, string>>,
  most: number,
): number | null {
  const cell = known(cells, field);
  if (cell === null) return null;
  const count = readCount(cell);
  if (count !== undefined && count <= most) return count;
  throw new RejectedField(field, 'must be a whole number from 0');
}

function rating(cells: Readonly<Record<string, string>>): number | null {
  const cell = known(cells, 'rating')?.replace(',', '.') ?? null;
  if (cell === null || Number(cell) === 0) return null;
  const value = /^\d(\.\d+)?$/.test(cell) ? Number(cell) : 0;
  if (value >= 1 && value <= 5) return value;
  throw new RejectedField('rating', 'must be a number from 1 to 5');
}

function known(cells: Readonly<Record<string, string>>, field: string): string | null {
  const cell = (cells[field] ?? '').trim();
  return ['', 'N/A', 'null', 'NaN'].includes(cell) ? null : cell;
}
