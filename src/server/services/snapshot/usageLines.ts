import { type SQL, sql } from 'drizzle-orm';
import type { SnapshotLine } from '#contract/snapshot.ts';
import type { Day } from '#domain/dates.ts';
import type { Executor } from '#server/db/connect.ts';
import { batches } from '#server/services/snapshot/batches.ts';

const gptsAtOnce = 500;

/** Days in a row that a line tells at most. */
const usageDays = 90;

type UsageLine = Extract<SnapshotLine, { type: 'usage' }>;

type UsageRow = {
  id: string;
  last_day: Day;
  /** Days from the first one of the line to the last one. */
  length: number;
  /** Of each stored day how many days it is before the last one, and its numbers, all in the same order. */
  backs: string;
  imported: string;
  own: string;
  /** The days before the last one whose imported number is a share of a gap. */
  estimated: string;
  /** Those of which no source has a reading. */
  gaps: string;
  imported_until: Day | null;
  own_since: Day | null;
};

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
    const { rows } = await query.execute<UsageRow>(usageOf(batch, closedDay));
    for (const row of rows) yield toLine(row);
  }
}

/** Each part looks up one GPT in the index: as a join with all days, a batch would read those of every GPT. */
function usageOf(ids: string[], closedDay: Day) {
  const closed = sql`gpt_id = wanted.id and day <= ${closedDay}`;
  const used = sql`${closed} and imported + own > 0`;
  return sql`
    select wanted.id, span.last_day::text as last_day,
      least(${usageDays}, span.last_day - earliest.day + 1) as length, stored.*,
      source.day::text as imported_until, here.day::text as own_since
    from unnest(${sql.param(ids)}::text[]) as wanted (id)
    cross join lateral (select day from gpt_usage_day where ${used} order by day limit 1) as earliest
    cross join lateral (select day from gpt_usage_day where ${used} order by day desc limit 1) as latest
    left join lateral (
      select day from gpt_usage_day where ${closed} and not (imported = 0 and own > 0) order by day desc limit 1
    ) as source on true
    left join lateral (
      select day from gpt_usage_day where ${closed} and own > 0 order by day limit 1
    ) as here on true
    cross join lateral (
      select case when here.day is null then coalesce(source.day, latest.day) else ${closedDay}::date end as day
    ) as known
    cross join lateral (
      select case when known.day - latest.day < ${usageDays} then known.day else latest.day end as last_day
    ) as span
    cross join lateral (
      select ${list(sql`span.last_day - day`)} as backs, ${list(sql`imported`)} as imported, ${list(sql`own`)} as own,
        ${list(sql`case when estimated then span.last_day - day end`)} as estimated,
        ${list(sql`case when gap then span.last_day - day end`)} as gaps
      from gpt_usage_day
      where gpt_id = wanted.id and day between span.last_day - ${usageDays - 1}::int and span.last_day
    ) as stored
    order by wanted.id collate "C"`;
}

/** Numbers as a text with commas, which PostgreSQL makes in half the time of JSON. */
function list(expression: SQL): SQL {
  return sql`coalesce(array_to_string(array_agg(${expression}), ','), '')`;
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
