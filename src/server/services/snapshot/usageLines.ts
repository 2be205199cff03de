import type { SnapshotLine } from '#contract/snapshot.ts';
import type { Day } from '#domain/dates.ts';
import type { Executor } from '#server/db/connect.ts';
import { type UsageRow, readUsage } from '#server/db/queries/usageDays.ts';
import { batches } from '#server/services/snapshot/batches.ts';

const gptsAtOnce = 500;

/** Days in a row that a line tells at most. */
const usageDays = 90;

type UsageLine = Extract<SnapshotLine, { type: 'usage' }>;

/**
 * The days of use of each of these GPTs that was ever used: the last ninety that are closed and known, or where there
 * was nothing in them, the ninety that end with its last use. Days without a row in between are days without a
 * conversation. Of an imported history there is a row for each day until its last one; of own use, for each day with a
 * conversation.
 */
export async function* usageLines(
  query: Executor,
  ids: readonly string[],
  closedDay: Day,
): AsyncGenerator<UsageLine> {
  for (const batch of batches(ids, gptsAtOnce)) {
    for (const row of await readUsage(query, batch, closedDay, usageDays)) yield toLine(row);
  }
}

function toLine({ id, last_day, length, ...row }: UsageRow): UsageLine {
  const places = numbersOf(row.backs).map((back) => length - 1 - back);
  const inLine = (text: string) => {
    const line = Array.from({ length }, () => 0);
    for (const [index, number] of numbersOf(text).entries()) {
      const place = places[index] ?? -1;
      // Before the first use there may be days that are known to be empty.
      if (place >= 0) line[place] = number;
    }
    return line;
  };
  const placesOf = (text: string) =>
    numbersOf(text)
      .map((back) => length - 1 - back)
      .filter((place) => place >= 0)
      .toSorted((one, other) => one - other);
  return {
    type: 'usage',
    id,
    last_day,
    imported: inLine(row.imported),
    own: inLine(row.own),
    estimated: placesOf(row.estimated),
    gaps: placesOf(row.gaps),
    imported_until: row.imported_until,
    own_since: row.own_since,
  };
}

function numbersOf(text: string): number[] {
  return JSON.parse(`[${text}]`) as number[];
}
