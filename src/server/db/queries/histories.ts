import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Day } from '#domain/dates.ts';
import type { UsageDay } from '#domain/ranking/formula.ts';
import type { Executor } from '#server/db/connect.ts';
import { type RowOf, parseRows } from '#server/db/rawRows.ts';
import { historyDay, historyStaleGpt } from '#server/db/schema/ranking.ts';

/*
 * Imported histories, of which there are millions of days. Raw, because thousands of rows are a few array parameters here
 * (`unnest`) instead of rows of parameters, and because rows are locked in the order of their keys, so that two imports at
 * once do not wait for each other in a circle.
 */

/** A day of a history, as its source has it. */
export type HistoryDay = Omit<typeof historyDay.$inferSelect, 'sourceId'>;

const storedDay = { gptId: historyDay.gptId, day: historyDay.day, added: z.boolean() };

/** Stores days of a source. Returns those that are new or changed. */
export async function upsertHistoryDays(
  transaction: Executor,
  sourceId: number,
  days: readonly HistoryDay[],
): Promise<RowOf<typeof storedDay>[]> {
  const { rows } = await transaction.execute(sql`
      insert into history_day as stored (source_id, gpt_id, day, conversations, rating, reviews)
      select ${sourceId}::integer, given.* from unnest(
        ${sql.param(days.map(({ gptId }) => gptId))}::text[],
        ${arrayOf(days.map(({ day }) => day))}::date[],
        ${arrayOf(days.map(({ conversations }) => conversations))}::bigint[],
        ${arrayOf(days.map(({ rating }) => rating))}::real[],
        ${arrayOf(days.map(({ reviews }) => reviews))}::integer[]) as given (gpt_id, day, conversations, rating, reviews)
      order by given.gpt_id, given.day
      on conflict (gpt_id, day, source_id) do update set
        conversations = excluded.conversations, rating = excluded.rating, reviews = excluded.reviews
      where (stored.conversations, stored.rating, stored.reviews)
        is distinct from (excluded.conversations, excluded.rating, excluded.reviews)
      returning gpt_id as "gptId", day::text, xmax = 0 as added`);
  return parseRows(storedDay, rows);
}

/** An array of numbers, truth values or days as PostgreSQL reads it: pg would escape each of them. */
function arrayOf(values: readonly (number | boolean | Day | null)[]): string {
  return `{${values.map((value) => value ?? 'null').join(',')}}`;
}

/**
 * Marks GPTs whose use has to be derived again, and days of a source that have to be compared with their day before. An
 * existing mark of a GPT is written again: a transaction that is about to remove it must wait for this one.
 */
export async function markChanged(
  transaction: Executor,
  sourceId: number,
  { gptIds, days }: { gptIds: readonly string[]; days: readonly Day[] },
): Promise<void> {
  await transaction.execute(
    sql`insert into history_stale_gpt (gpt_id) select unnest(${sql.param(gptIds)}::text[])
      on conflict (gpt_id) do update set gpt_id = excluded.gpt_id`,
  );
  await transaction.execute(
    sql`insert into history_source_day (source_id, day)
      select ${sourceId}::integer, unnest(${sql.param(days)}::date[])
      on conflict (source_id, day) do update set is_checked = false`,
  );
}

/** Marks every GPT of a source, as `markChanged` does. */
export async function markAllOfSource(transaction: Executor, sourceId: number): Promise<void> {
  await transaction.execute(
    sql`insert into history_stale_gpt (gpt_id)
      select distinct gpt_id from history_day where source_id = ${sourceId} order by gpt_id
      on conflict (gpt_id) do update set gpt_id = excluded.gpt_id`,
  );
}

const markedGpt = { gptId: historyStaleGpt.gptId, isKnown: z.boolean() };

/** Removes the marks of the next `most` GPTs. Returns the GPTs, and whether the catalogue has them. */
export async function takeMarked(
  transaction: Executor,
  most: number,
): Promise<RowOf<typeof markedGpt>[]> {
  const { rows } = await transaction.execute(sql`
      delete from history_stale_gpt as stale where gpt_id in (
        select gpt_id from history_stale_gpt order by gpt_id limit ${most} for update)
      returning gpt_id as "gptId", exists (select from gpt where gpt.id = stale.gpt_id) as "isKnown"`);
  return parseRows(markedGpt, rows);
}

/** The readings of a GPT in one source. */
const readings = {
  gptId: historyDay.gptId,
  sourceId: historyDay.sourceId,
  days: z.array(z.string()),
  counts: z.array(z.string()),
};

/** Returns the readings of these GPTs, the oldest source first. */
export async function readReadings(
  transaction: Executor,
  gptIds: readonly string[],
): Promise<RowOf<typeof readings>[]> {
  const { rows } = await transaction.execute(sql`
      select gpt_id as "gptId", source_id as "sourceId", array_agg(day::text) as days,
        array_agg(conversations::text) as counts
      from history_day where gpt_id = any(${sql.param(gptIds)}::text[]) and conversations is not null
      group by gpt_id, source_id order by source_id`);
  return parseRows(readings, rows);
}

/** Stores the newest readings of these GPTs in the catalogue. */
export async function storeNewestReadings(
  transaction: Executor,
  gptIds: readonly string[],
): Promise<void> {
  await transaction.execute(
    sql`update gpt set history_chats = reading.chats, history_source = reading.source, history_day = reading.day
      from (
        select id from gpt where id = any(${sql.param(gptIds)}::text[]) order by id for no key update
      ) as given left join lateral newest_reading(given.id) as reading on true
      where gpt.id = given.id and (gpt.history_chats, gpt.history_source, gpt.history_day)
        is distinct from (reading.chats, reading.source, reading.day)`,
  );
}

/** The use of a GPT that follows from its histories: days in a row. */
export type DerivedUsage = { id: string; usage: readonly UsageDay[] };

/** Stores derived days. A first day and lists of numbers describe the days of a GPT, which follow each other. */
export async function upsertUsageDays(
  transaction: Executor,
  derived: readonly DerivedUsage[],
): Promise<void> {
  const some = derived.filter(({ usage }) => usage.length > 0);
  await transaction.execute(
    sql`insert into gpt_usage_day as stored (gpt_id, day, imported, estimated, gap)
      select source.id, source.first_day + (known.number - 1)::integer, known.imported, known.estimated, known.gap
      from unnest(
        ${sql.param(some.map(({ id }) => id))}::text[],
        ${sql.param(some.map(({ usage }) => usage[0]?.day))}::date[],
        ${sql.param(some.map(({ usage }) => arrayOf(usage.map(({ imported }) => imported))))}::text[],
        ${sql.param(some.map(({ usage }) => arrayOf(usage.map(({ estimated }) => estimated))))}::text[],
        ${sql.param(some.map(({ usage }) => arrayOf(usage.map(({ gap }) => gap))))}::text[]
      ) as source (id, first_day, imported, estimated, gap),
      unnest(source.imported::bigint[], source.estimated::boolean[], source.gap::boolean[])
        with ordinality as known (imported, estimated, gap, number)
      on conflict (gpt_id, day) do update
        set imported = excluded.imported, estimated = excluded.estimated, gap = excluded.gap
      where (stored.imported, stored.estimated, stored.gap)
        is distinct from (excluded.imported, excluded.estimated, excluded.gap)`,
  );
}

/** Clears derived values of days outside of the known ones, which an earlier history gave; days of own use stay. */
export async function clearOtherDays(
  transaction: Executor,
  derived: readonly DerivedUsage[],
): Promise<void> {
  const spans = sql`unnest(
      ${sql.param(derived.map(({ id }) => id))}::text[],
      ${sql.param(derived.map(({ usage }) => usage[0]?.day ?? null))}::date[],
      ${sql.param(derived.map(({ usage }) => usage.at(-1)?.day ?? null))}::date[]
    ) as span (id, first_day, last_day)`;
  const isOutside = sql`stored.gpt_id = span.id
    and (stored.day between span.first_day and span.last_day) is not true`;
  await transaction.execute(
    sql`update gpt_usage_day as stored set imported = 0, estimated = false, gap = false from ${spans}
      where ${isOutside} and stored.own > 0 and (stored.imported > 0 or stored.estimated or stored.gap)`,
  );
  await transaction.execute(
    sql`delete from gpt_usage_day as stored using ${spans} where ${isOutside} and stored.own = 0`,
  );
}
