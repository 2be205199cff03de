import { createHash } from 'node:crypto';
import { getTableColumns, inArray, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { linkedGptSource } from '#domain/gptLinks.ts';
import type { Database, Executor } from '#server/db/connect.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { lockDerivation } from '#server/services/gpts/history/lockDerivation.ts';
import type { Stored } from '#server/services/gpts/importRows.ts';
import {
  languageChange,
  languageMark,
  lookedAtCharacters,
} from '#server/services/gpts/languageChange.ts';
import type { ImportedGpt } from '#server/services/gpts/sourceFields.ts';

/** A GPT as a source gives it, and who may see it where it is new. */
export type StoredGpt = ImportedGpt & Pick<typeof gpt.$inferInsert, 'visibility'>;

/**
 * Stores GPTs, each id once, in one transaction: adds new ones, replaces what a source says of others, leaves those
 * that say nothing new. Use here and decisions of the operator stay: an edited GPT changes when its source does. One in
 * another language than the stored one is refused, unless that is allowed; one without a language keeps the known one.
 */
export async function storeGpts(
  database: Database,
  gpts: readonly StoredGpt[],
  allowLanguageChange = false,
): Promise<Stored> {
  if (gpts.length === 0) return { added: 0, changed: 0 };
  // In one order, so that two imports at once do not wait for each other in a circle.
  const given = gpts
    .map((row) => ({ ...row, importDigest: digestOf(row) }))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const columns = sourceColumns(gpts);
  return database.transaction(async (transaction) => {
    await lockDerivation(transaction);
    const { rows, refused } = await checkLanguages(transaction, given, allowLanguageChange);
    if (rows.length === 0) return { added: 0, changed: 0, refused };
    const stored = await transaction
      .insert(gpt)
      .values(rows)
      .onConflictDoUpdate({
        target: gpt.id,
        set: {
          ...Object.fromEntries(columns.map(([key, , excluded]) => [key, excluded])),
          importDigest: sql`excluded.import_digest`,
          // One that was made from its public page is now of the catalogue, and as public as that says.
          visibility: sql`case when ${gpt.visibility} = 'link' and ${gpt.source} = ${linkedGptSource}
            then excluded.visibility else ${gpt.visibility} end`,
          updated: sql`now()`,
        },
        setWhere: sql`${gpt.importDigest} is distinct from excluded.import_digest
          and (${list(columns.map(([, column]) => sql`${column}`))})
            is distinct from (${list(columns.map(([, , excluded]) => excluded))})`,
      })
      .returning({ id: gpt.id, added: sql<boolean>`(xmax = 0)` });
    const added = stored.filter((row) => row.added).length;
    return { added, changed: stored.length - added, refused };
  });
}

type GivenGpt = StoredGpt & { importDigest: string };

/**
 * Leaves out the rows that were stored before, as sending them costs more than everything else; compares the others with
 * what they would replace, and gives them its language where they have none.
 */
async function checkLanguages(
  transaction: Executor,
  given: readonly GivenGpt[],
  allowLanguageChange: boolean,
): Promise<{ rows: GivenGpt[]; refused: Map<string, string> }> {
  const digests = await readDigests(transaction, given);
  const fresh = given.filter(({ id, importDigest }) => digests.get(id) !== importDigest);
  const known = await readLanguages(
    transaction,
    fresh.filter(({ id }) => digests.has(id)),
  );
  const refused = new Map<string, string>();
  const rows = fresh.map((row) => {
    const before = known.get(row.id);
    if (before === undefined) return row;
    const change = languageChange(languageMark(before), languageMark(row), 'the stored GPT');
    if (change !== undefined && !allowLanguageChange) refused.set(row.id, change);
    return change === undefined ? { ...row, lang: row.lang ?? before.lang } : row;
  });
  return { rows: rows.filter(({ id }) => !refused.has(id)), refused };
}

/** The digests of the stored GPTs among the given ones, which are locked. */
async function readDigests(
  transaction: Executor,
  given: readonly GivenGpt[],
): Promise<Map<string, string | null>> {
  const ids = given.map(({ id }) => id);
  const rows = await transaction
    .select({ id: gpt.id, digest: gpt.importDigest })
    .from(gpt)
    .where(sql`${gpt.id} = any(${sql.param(ids)}::text[])`)
    .orderBy(gpt.id)
    .for('update');
  return new Map(rows.map(({ id, digest }) => [id, digest]));
}

/** The beginnings of the stored texts of some GPTs. */
async function readLanguages(transaction: Executor, given: readonly GivenGpt[]) {
  if (given.length === 0) return new Map<string, never>();
  const rows = await transaction
    .select({
      id: gpt.id,
      lang: gpt.lang,
      name: gpt.name,
      description: beginning(gpt.description),
      welcomeMessage: beginning(gpt.welcomeMessage),
      promptStarters: sql<string[]>`${gpt.promptStarters}[1:1]`,
      instructions: beginning(gpt.instructions),
    })
    .from(gpt)
    .where(
      inArray(
        gpt.id,
        given.map(({ id }) => id),
      ),
    );
  return new Map(rows.map((row) => [row.id, row]));
}

function beginning(column: AnyPgColumn) {
  return sql<string | null>`left(${column}, ${lookedAtCharacters})`;
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
