import type { SnapshotLine } from '#contract/publishing/snapshot.ts';
import type { Day } from '#domain/dates.ts';
import type { Executor } from '#server/db/connect.ts';
import { type UsageRow, readUsage } from '#server/db/queries/usageDays.ts';
import { batches } from '#server/services/snapshot/batches.ts';
import { parseTrusted } from '#domain/json.ts';

const gptsAtOnce = 500;

/** Most days in a line. */
const usageDays = 90;

type UsageLine = Extract<SnapshotLine, { type: 'usage' }>;

/**
 * Yields the daily use of each of these GPTs that was ever used: the last ninety closed and known days or, if they are
 * empty, the ninety days that end with its last use. Days without a row in between had no conversation. An imported
 * history has a row for each day until its last one; own use has a row for each day with a conversation.
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
  const indexes = numbersOf(row.backs).map((back) => length - 1 - back);
  const inLine = (text: string) => {
    const days = Array.from({ length }, () => 0);
    for (const [order, number] of numbersOf(text).entries()) {
      const index = indexes[order] ?? -1;
      // Days before the line may be stored, if they are known to be empty.
      if (index >= 0) days[index] = number;
    }
    return days;
  };
  const indexesOf = (text: string) =>
    numbersOf(text)
      .map((back) => length - 1 - back)
      .filter((index) => index >= 0)
      .toSorted((one, other) => one - other);
  return {
    type: 'usage',
    id,
    last_day,
    imported: inLine(row.imported),
    own: inLine(row.own),
    estimated: indexesOf(row.estimated),
    gaps: indexesOf(row.gaps),
    imported_until: row.imported_until,
    own_since: row.own_since,
  };
}

function numbersOf(text: string): number[] {
  return parseTrusted(`[${text}]`);
}
