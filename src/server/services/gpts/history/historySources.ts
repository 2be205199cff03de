import { basename } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Day } from '#domain/dates.ts';
import type { Database } from '#server/db/connect.ts';
import { type DerivedUsage, deriveUsage } from '#server/services/gpts/history/deriveUsage.ts';
import { lockDerivation } from '#server/services/gpts/history/lockDerivation.ts';
import { writeAudit } from '#server/services/operation/audit.ts';

/** Longest name of a source, in characters. */
const nameCharacters = 100;

/** A source of histories, and what it gave. */
export type HistorySource = {
  name: string;
  readings: number;
  gpts: number;
  firstDay: Day | null;
  lastDay: Day | null;
  /** Days on which it repeated its day before. */
  frozenDays: number;
  created: Day;
};

/**
 * The name of a source as it is stored: on one line, without invisible characters. Without one it is that of the file,
 * without its folder and what its kind is called by. Throws a sentence when nothing is left or too much.
 */
export function historySourceName(name: string | undefined, file: string): string {
  const given = name ?? basename(file).replace(/(\.(csv|txt|tsv))?(\.gz)?$/i, '');
  const cleaned = given
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  const length = [...cleaned].length;
  if (length >= 1 && length <= nameCharacters) return cleaned;
  throw new Error(
    `The name of the source has ${length} characters, it must have 1 to ${nameCharacters}; name it by --source`,
  );
}

/** All sources, the oldest first, which is the order of preference. */
export async function listHistorySources({ query }: Database): Promise<HistorySource[]> {
  const { rows } = await query.execute<HistorySource>(sql`
    select name, given.readings, given.gpts, days.first_day as "firstDay", days.last_day as "lastDay",
      days.frozen as "frozenDays", (created at time zone 'UTC')::date::text as created
    from history_source as source
    cross join lateral (
      select count(*)::int as readings, count(distinct gpt_id)::int as gpts
      from history_day where source_id = source.id) as given
    cross join lateral (
      select min(day)::text as first_day, max(day)::text as last_day,
        (count(*) filter (where is_frozen))::int as frozen
      from history_source_day where source_id = source.id) as days
    order by source.id`);
  return rows;
}

/**
 * Removes a source with all that it gave, and works out the daily use of the GPTs that it was about. Frozen rankings
 * stay. Ended at any moment and called again, it comes to the same end. Throws a sentence when there is no such source.
 */
export async function removeHistorySource(
  database: Database,
  name: string,
  reason: string,
  progress?: (done: number, all: number) => void,
): Promise<DerivedUsage & { readings: number }> {
  const readings = await database.transaction(async (transaction) => {
    // A large history takes longer than a query of a page may.
    await transaction.execute(sql`select set_config('statement_timeout', '10min', true)`);
    await lockDerivation(transaction);
    const { rows } = await transaction.execute<{ id: number }>(
      sql`select id from history_source where name = ${name} for update`,
    );
    const [source] = rows;
    if (!source) return undefined;
    await transaction.execute(
      sql`insert into history_stale_gpt (gpt_id)
        select distinct gpt_id from history_day where source_id = ${source.id} order by gpt_id
        on conflict (gpt_id) do update set gpt_id = excluded.gpt_id`,
    );
    const removed = await transaction.execute(
      sql`delete from history_day where source_id = ${source.id}`,
    );
    await transaction.execute(sql`delete from history_source where id = ${source.id}`);
    const count = removed.rowCount ?? 0;
    await writeAudit(transaction, 'gpts.history.remove', name, { reason, readings: count });
    return count;
  });
  // Also what an earlier call left when it was killed.
  const derived = await deriveUsage(database, progress);
  if (readings === undefined && derived.gpts === 0) {
    throw new Error('There is no source of this name; gpts history sources lists them');
  }
  return { readings: readings ?? 0, ...derived };
}
