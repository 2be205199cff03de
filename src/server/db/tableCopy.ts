import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import * as z from 'zod/mini';
import { parseRows } from '#server/db/rawRows.ts';

/*
 * Rows as the text of COPY. Each line is the same for the same row on each version of PostgreSQL, so that digests prove a
 * restored table.
 */

export type CopiedTable = { name: string; columns: string[] };

/** The last value that a sequence gave out. */
export type CopiedSequence = { name: string; last: string };

/** Settings that decide on the text and order of rows, and no limits of time, because tables can be large. */
const sessionSettings = `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set extra_float_digits = 1;
  set bytea_output = 'hex'; set client_encoding = 'UTF8'`;

export async function prepareCopySession(client: Client): Promise<void> {
  await client.query(sessionSettings);
}

/**
 * Lists the tables of the schema with their columns, except generated ones. Unlogged tables are left out: they have
 * nothing that must survive.
 */
export async function listTables(client: Client): Promise<CopiedTable[]> {
  const { rows } = await client.query(
    `select relname::text as name, array(select attname::text from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
        order by attnum) as columns
      from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'r' and relpersistence = 'p'
      order by relname`,
  );
  return parseRows({ name: z.string(), columns: z.array(z.string()) }, rows);
}

export async function listSequences(client: Client): Promise<CopiedSequence[]> {
  const { rows } = await client.query(
    `select sequencename::text as name, last_value::text as last from pg_sequences
      where schemaname = current_schema() and last_value is not null order by 1`,
  );
  return parseRows({ name: z.string(), last: z.string() }, rows);
}

/** Streams the rows of a table. Calls `onEnd` with their number. */
export async function* copyOut(
  client: Client,
  table: CopiedTable,
  onEnd: (rows: number) => void = () => undefined,
): AsyncGenerator<Uint8Array> {
  const stream = client.query(copyTo(`copy ${target(table)} to stdout`));
  yield* stream as AsyncIterable<Uint8Array>;
  onEnd(stream.rowCount);
}

/** Inserts the rows of a table. Returns their number. */
export async function copyIn(
  client: Client,
  table: CopiedTable,
  text: AsyncIterable<Uint8Array>,
): Promise<number> {
  const stream = client.query(copyFrom(`copy ${target(table)} from stdin`));
  await pipeline(Readable.from(text, { objectMode: false }), stream);
  return stream.rowCount;
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function target({ name, columns }: CopiedTable): string {
  return `${quoteName(name)} (${columns.map(quoteName).join(', ')})`;
}
