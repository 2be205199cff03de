import { createHash } from 'node:crypto';
import { getTableColumns, inArray, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Example } from '#domain/gpts/examples.ts';
import { linkedGptSource } from '#domain/gpts/gptLinks.ts';
import type { Database, Executor } from '#server/db/connect.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { findExampleChanges, storeExamples } from '#server/services/gpts/examples/storeExamples.ts';
import { lockDerivation } from '#server/services/gpts/history/lockDerivation.ts';
import type { Stored } from '#server/services/gpts/importRows.ts';
import {
  languageChange,
  languageMark,
  examinedCharacters,
} from '#server/services/gpts/languageChange.ts';
import type { ImportedGpt } from '#server/services/gpts/sourceFields.ts';

/** A GPT from a source, with the visibility that it gets if it is new. */
export type StoredGpt = ImportedGpt &
  Pick<typeof gpt.$inferInsert, 'visibility'> & {
    /** Replace the stored examples of the author. Without them, the stored ones stay. */
    examples?: readonly Example[] | undefined;
  };

type StoreOptions = {
  /** The start of the import: all GPTs that it adds were first published at the same time. */
  importedAt: Date;
  allowLanguageChange?: boolean;
};

/**
 * Stores GPTs, each id once, in one transaction: adds new ones, replaces values of changed ones, leaves unchanged ones.
 * Usage here and decisions of the operator stay; an edited GPT changes only when its source does. A GPT in another
 * language than the stored one is refused, unless that is allowed; one without a language keeps the stored language.
 */
export async function storeGpts(
  database: Database,
  gpts: readonly StoredGpt[],
  { importedAt, allowLanguageChange = false }: StoreOptions,
): Promise<Stored> {
  if (gpts.length === 0) return { added: 0, changed: 0 };
  // Rows are locked in one order, so that two imports at the same time cannot deadlock.
  const given = gpts
    .map((row) => ({ ...row, importDigest: digestOf(row) }))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const columns = sourceColumns(gpts);
  return database.transaction(async (transaction) => {
    await lockDerivation(transaction);
    const { rows, refused } = await checkLanguages(transaction, given, allowLanguageChange);
    if (rows.length === 0) return { added: 0, changed: 0, refused };
    const examples = await findExampleChanges(transaction, rows);
    const stored = await transaction
      .insert(gpt)
      .values(
        rows.map(({ examples: _, ...row }) => ({
          ...row,
          firstPublished: row.visibility === 'public' ? importedAt : null,
        })),
      )
      .onConflictDoUpdate({
        target: gpt.id,
        set: {
          ...Object.fromEntries(columns.map(([key, , excluded]) => [key, excluded])),
          importDigest: sql`excluded.import_digest`,
          // A GPT that was created from its public page now belongs to the catalogue and gets the visibility of the
          // source.
          visibility: sql`case when ${gpt.visibility} = 'link' and ${gpt.source} = ${linkedGptSource}
            then excluded.visibility else ${gpt.visibility} end`,
          updated: sql`now()`,
        },
        setWhere: sql`${gpt.importDigest} is distinct from excluded.import_digest
          and (${gpt.id} = any(${sql.param([...examples.keys()])}::text[])
            or (${list(columns.map(([, column]) => sql`${column}`))})
              is distinct from (${list(columns.map(([, , excluded]) => excluded))}))`,
      })
      .returning({ id: gpt.id, added: sql<boolean>`(xmax = 0)` });
    await storeExamples(transaction, examples);
    const added = stored.filter((row) => row.added).length;
    return { added, changed: stored.length - added, refused };
  });
}

type GivenGpt = StoredGpt & { importDigest: string };

/**
 * Leaves out unchanged rows, because sending them would be the most expensive part. Compares the others with the stored
 * GPTs, and gives rows without a language the stored one.
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

/** Reads and locks the digests of the stored GPTs among the given ones. */
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

/** Reads the languages and the beginnings of the texts of stored GPTs. */
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
  return sql<string | null>`left(${column}, ${examinedCharacters})`;
}

/** Returns the columns that a source sets, with their new values. */
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

/** Returns a digest, by which an unchanged row is detected without reading its texts. */
function digestOf({ visibility: _, ...row }: StoredGpt): string {
  return createHash('sha256').update(JSON.stringify(row)).digest('base64url');
}
