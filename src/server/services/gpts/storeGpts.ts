import { createHash } from 'node:crypto';
import { getTableColumns, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import type { ImportedGpt } from '#server/services/gpts/readGpt.ts';
import { storeSearch } from '#server/services/gpts/search/storeSearch.ts';

/** A GPT as a source gives it, and who may see it where it is new. */
export type StoredGpt = ImportedGpt & Pick<typeof gpt.$inferInsert, 'visibility'>;

/**
 * Stores GPTs, each id once, in one transaction: adds new ones, replaces what a source says of others, leaves those that
 * say nothing new. What happened here, and what the operator decided, stays: an edited GPT changes when its source does.
 */
export async function storeGpts(
  database: Database,
  gpts: readonly StoredGpt[],
): Promise<{ added: number; changed: number }> {
  if (gpts.length === 0) return { added: 0, changed: 0 };
  // In one order, so that two imports at once do not wait for each other in a circle.
  const rows = gpts
    .map((row) => ({ ...row, importDigest: digestOf(row) }))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const columns = sourceColumns(gpts);
  const written = await database.transaction(async (transaction) => {
    const stored = await transaction
      .insert(gpt)
      .values(rows)
      .onConflictDoUpdate({
        target: gpt.id,
        set: {
          ...Object.fromEntries(columns.map(([key, , excluded]) => [key, excluded])),
          importDigest: sql`excluded.import_digest`,
          updated: sql`now()`,
        },
        setWhere: sql`${gpt.importDigest} is distinct from excluded.import_digest
          and (${list(columns.map(([, column]) => sql`${column}`))})
            is distinct from (${list(columns.map(([, , excluded]) => excluded))})`,
      })
      .returning({ id: gpt.id, added: sql<boolean>`(xmax = 0)` });
    await storeSearch(
      transaction,
      stored.map(({ id }) => id),
    );
    return stored;
  });
  const added = written.filter((row) => row.added).length;
  return { added, changed: written.length - added };
}

/** The columns that a source speaks of, with what it says. */
function sourceColumns(gpts: readonly StoredGpt[]) {
  const kept = ['id', 'visibility'];
  const given = Object.keys(gpts[0] ?? {}).filter((key) => !kept.includes(key));
  return Object.entries(getTableColumns(gpt))
    .filter(([key]) => given.includes(key))
    .map(([key, column]) => [key, column, sql.raw(`excluded."${column.name}"`)] as const);
}

function list(parts: readonly ReturnType<typeof sql>[]) {
  return sql.join([...parts], sql`, `);
}

/** Of what the source says; so a row that was read before is known without a look at its texts. */
function digestOf({ visibility: _, ...row }: StoredGpt): string {
  return createHash('sha256').update(JSON.stringify(row)).digest('base64url');
}
