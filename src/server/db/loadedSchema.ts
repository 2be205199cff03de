import type { Client } from 'pg';
import * as z from 'zod/mini';
import { parseRows } from '#server/db/rawRows.ts';
import { type CopiedTable, quoteName } from '#server/db/tableCopy.ts';

/**
 * Calls `work` without foreign keys, triggers and the indexes that no constraint needs, and makes them again afterwards.
 * So rows can be loaded in any order, no trigger changes them, indexes are built once, and the new foreign keys check all
 * rows. The owner of the tables may do that; `session_replication_role` needs a superuser. The caller holds a
 * transaction.
 */
export async function withoutConstraints(
  client: Client,
  tables: readonly CopiedTable[],
  work: () => Promise<void>,
): Promise<void> {
  const keys = await listForeignKeys(client);
  const indexes = await listIndexes(client);
  const names = tables.map(({ name }) => quoteName(name));
  for (const { table, name } of keys) {
    await client.query(`alter table ${table} drop constraint ${quoteName(name)}`);
  }
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  await work();
  for (const { definition } of indexes) await client.query(definition);
  for (const { table, name, definition } of keys) {
    await client.query(`alter table ${table} add constraint ${quoteName(name)} ${definition}`);
  }
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
}

async function listForeignKeys(client: Client) {
  const { rows } = await client.query(
    `select conrelid::regclass::text as table, conname::text as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace
      order by conrelid::regclass::text, conname`,
  );
  return parseRows({ table: z.string(), name: z.string(), definition: z.string() }, rows);
}

async function listIndexes(client: Client) {
  const { rows } = await client.query(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
      from pg_index join pg_class on pg_class.oid = indrelid
      where relnamespace = current_schema()::regnamespace and relkind = 'r' and not indisreplident
        and not exists (select from pg_constraint where conindid = indexrelid)
      order by indexrelid::regclass::text`,
  );
  return parseRows({ name: z.string(), definition: z.string() }, rows);
}
