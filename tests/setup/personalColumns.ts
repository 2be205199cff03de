import type { Database } from '#server/db/connect.ts';

/** Columns whose content names a person. */
const personalNames = [
  'user_id',
  'redeemed_by',
  'used_by',
  'email',
  'mailbox_hash',
  'address_hash',
];

/**
 * The tables of a database that hold personal data: those with a column that names a user, and those that refer to one of
 * them and go with its rows.
 */
export async function findPersonalTables({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `with recursive reference as (
      select conrelid::regclass::text as child, confrelid::regclass::text as parent
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
        and (confdeltype = 'c' or conrelid = 'ledger_part'::regclass)
    ), personal as (
      select table_name::text as name from information_schema.columns
      where table_schema = 'public' and column_name = any($1)
      union select 'app_user'
      union select reference.child from reference join personal on personal.name = reference.parent
    ) select distinct name from personal
    where name not in (select relname from pg_class where relkind = 'v') order by name`,
    [personalNames],
  );
  return rows.map(({ name }) => name);
}
