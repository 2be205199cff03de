import { createHash } from 'node:crypto';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Client } from 'pg';
import * as z from 'zod/mini';
import { parseRows } from '#server/db/rawRows.ts';

/** Digest of the hashes of the 59 former migrations, `0000_first` to `0061_first_published`, in their order. */
const formerMigrations = 'f3e244dadfea787084ded99f286ae4fc14da3648a69dc1f8a31097a6a6d3f5e5';

/** The parent of the commit that removed the former migrations is the last version that can apply them. */
const lastFormerVersion =
  'git checkout "$(git rev-list -1 HEAD -- src/server/db/migrations/0061_first_published.sql)^"';

/**
 * Replaces the records of the former migrations by that of the baseline, which makes the same schema, so that it is not
 * applied to a database that has it. Throws an error for the operator when only some of them were applied. The caller
 * holds the lock of migrations, and has found their table.
 */
export async function adoptBaseline(client: Client, migrationsFolder: string): Promise<void> {
  const [baseline] = readMigrationFiles({ migrationsFolder });
  if (!baseline) throw new Error(`There are no migrations in ${migrationsFolder}`);
  const { rows } = await client.query(
    'select hash, created_at::float8 as time from drizzle.__drizzle_migrations order by id',
  );
  const applied = parseRows({ hash: z.string(), time: z.number() }, rows);
  const isOfBaseline = applied.some(({ time }) => time === baseline.folderMillis);
  if (applied.length === 0 || isOfBaseline) return;
  const hashes = applied.map(({ hash }) => hash).join('\n');
  if (createHash('sha256').update(hashes).digest('hex') !== formerMigrations) {
    throw new Error(
      'This database was last used by an older version, whose migrations are no longer part of this one. Nothing was ' +
        `changed. Start the last version that has them once, then this one again: ${lastFormerVersion} && npm start`,
    );
  }
  // One statement, so that no reader and no failure finds neither of the two.
  await client.query(
    `with former as (delete from drizzle.__drizzle_migrations)
     insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)`,
    [baseline.hash, baseline.folderMillis],
  );
}
