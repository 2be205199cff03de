import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Executor } from '#server/db/connect.ts';
import { qualified } from '#server/db/qualified.ts';
import { isShownGpt } from '#server/db/queries/shownGpts.ts';
import { type RowOf, parseRows } from '#server/db/rawRows.ts';
import { gpt, gptExample } from '#server/db/schema/gpts.ts';

/*
 * Versions of GPTs and the identity of the database, for a stored index of the search. Raw, because both are functions and
 * columns of PostgreSQL's that the builder does not know.
 */

const ofGpt = sql`${qualified(gptExample.gptId)} = ${qualified(gpt.id)}`;

/** A text that changes with a GPT and its examples: the transactions that wrote their rows. */
export const gptVersion = sql<string>`gpt.xmin::text || coalesce((
  select ' ' || string_agg(gpt_example.xmin::text, ',' order by ${qualified(gptExample.digest)})
  from ${gptExample} where ${ofGpt}), '')`;

const versionRow = { id: z.string(), version: z.string() };

export type GptVersion = RowOf<typeof versionRow>;

/** Returns the versions of the shown GPTs with ids after `last`, in the order of ids, at most `most`. */
export async function readGptVersions(
  executor: Executor,
  last: string,
  most: number,
): Promise<GptVersion[]> {
  const { rows } = await executor.execute(sql`
    select ${qualified(gpt.id)} as id, ${gptVersion} as version from ${gpt}
    where ${isShownGpt} and ${qualified(gpt.id)} > ${last} order by ${qualified(gpt.id)} limit ${most}`);
  return parseRows(versionRow, rows);
}

const originRow = { origin: z.string(), next: z.string() };

/** `next`: the number of the next transaction; it decreases when an older copy of the files is put in place. */
export type CatalogueOrigin = RowOf<typeof originRow>;

/**
 * Returns a text that is the same as long as versions of GPTs can be compared, also after a restart. It differs between
 * databases and after a restore, because each of them counts its transactions for itself.
 */
export async function readCatalogueOrigin(executor: Executor): Promise<CatalogueOrigin> {
  const { rows } = await executor.execute(sql`
    select concat_ws(' ', (select system_identifier from pg_control_system()),
        (select timeline_id from pg_control_checkpoint()),
        (select oid from pg_database where datname = current_database()),
        pg_relation_filenode('gpt'), pg_relation_filenode('gpt_example')) as origin,
      pg_snapshot_xmax(pg_current_snapshot())::text as next`);
  const [origin] = parseRows(originRow, rows);
  if (!origin) throw new Error('The origin of the catalogue was not read');
  return origin;
}
