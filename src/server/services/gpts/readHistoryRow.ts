import { isDay } from '#domain/dates.ts';
import { type Observation, firstHistoryDay } from '#domain/history.ts';
import { RejectedField, readId } from '#server/services/gpts/readGpt.ts';

/** One day of one GPT in an imported history. */
export type HistoryRow = Observation & {
  gptId: string;
  rating: number | null;
  reviews: number | null;
};

/**
 * Reads a row of a history from the texts of its cells; `today` is the last day that it can be about. What is empty is
 * unknown, never zero. Throws `RejectedField`.
 */
export function readHistoryRow(source: unknown, today: string): HistoryRow {
  const cells = source as Readonly<Record<string, string>>;
  return {
    gptId: readId(cells),
    day: day(cells['date'] ?? '', today),
    conversations: whole('conversations', cells, Number.MAX_SAFE_INTEGER),
    rating: rating(cells),
    reviews: whole('reviews', cells, 2_147_483_647),
  };
}

function day(value: string, today: string): string {
  if (isDay(value) && value >= firstHistoryDay && value <= today) return value;
  throw new RejectedField('date', `must be a day from ${firstHistoryDay} to ${today}`);
}

/** Some tools write whole numbers as `12.0`. */
function whole(
  field: string,
  cells: Readonly<Record<string, string>>,
  most: number,
): number | null {
  const cell = known(cells, field);
  if (cell === null) return null;
  if (/^\d+(\.0+)?$/.test(cell) && Number(cell) <= most) return Number(cell);
  throw new RejectedField(field, 'must be a whole number from 0');
}

function rating(cells: Readonly<Record<string, string>>): number | null {
  const cell = known(cells, 'rating');
  if (cell === null || Number(cell) === 0) return null;
  const value = /^\d(\.\d+)?$/.test(cell) ? Number(cell) : 0;
  if (value >= 1 && value <= 5) return value;
  throw new RejectedField('rating', 'must be a number from 1 to 5');
}

function known(cells: Readonly<Record<string, string>>, field: string): string | null {
  const cell = (cells[field] ?? '').trim();
  return ['', 'N/A', 'null', 'NaN'].includes(cell) ? null : cell;
}
