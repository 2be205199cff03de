import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { dayOf } from '#domain/dates.ts';
import { type Example, exampleLimits } from '#domain/gpts/examples.ts';
import type { Executor } from '#server/db/connect.ts';
import { gptExample } from '#server/db/schema/gpts.ts';
import { exampleDigest } from '#server/services/gpts/examples/exampleDigest.ts';

type StoredExample = typeof gptExample.$inferSelect;
type NewExample = typeof gptExample.$inferInsert;

/** The rows to write so that GPTs have the examples of a source, and the digests of those to remove. */
type ExampleChanges = ReadonlyMap<string, { put: NewExample[]; remove: string[] }>;

/** A GPT of a source. Without `examples`, the stored ones stay. */
type GivenGpt = { id: string; examples?: readonly Example[] | undefined };

/**
 * Compares the examples of a source with the stored ones, of GPTs that the transaction has locked. Examples by the
 * author are replaced, sampled ones are only added, and those that the operator dropped are left out. GPTs without
 * changes are not part of the result.
 */
export async function findExampleChanges(
  transaction: Executor,
  gpts: readonly GivenGpt[],
): Promise<ExampleChanges> {
  const given = gpts.flatMap(({ id, examples }) => (examples ? [{ id, examples }] : []));
  if (given.length === 0) return new Map();
  const ids = given.map(({ id }) => id);
  const rows = await transaction.select().from(gptExample).where(inArray(gptExample.gptId, ids));
  const stored = Map.groupBy(rows, ({ gptId }) => gptId);
  return new Map(
    given
      .map(({ id, examples }) => [id, compare(id, examples, stored.get(id) ?? [])] as const)
      .filter(([, { put, remove }]) => put.length + remove.length > 0),
  );
}

/** Writes the changes of the GPTs that are stored now. */
export async function storeExamples(transaction: Executor, changes: ExampleChanges): Promise<void> {
  const removed = [...changes].flatMap(([id, { remove }]) =>
    remove.length > 0 ? [and(eq(gptExample.gptId, id), inArray(gptExample.digest, remove))] : [],
  );
  if (removed.length > 0) await transaction.delete(gptExample).where(or(...removed));
  const rows = [...changes.values()].flatMap(({ put }) => put);
  if (rows.length === 0) return;
  await transaction
    .insert(gptExample)
    .values(rows)
    .onConflictDoUpdate({
      target: [gptExample.gptId, gptExample.digest],
      set: {
        position: sql`excluded.position`,
        source: sql`excluded.source`,
        model: sql`excluded.model`,
        day: sql`excluded.day`,
        lang: sql`excluded.lang`,
      },
      setWhere: isNull(gptExample.dropped),
    });
}

function compare(gptId: string, examples: readonly Example[], stored: readonly StoredExample[]) {
  const known = new Map(stored.map((row) => [row.digest, row]));
  const given = new Map(
    examples.map((example, index) => {
      const row = newExample(gptId, example, index);
      return [row.digest, row] as const;
    }),
  );
  const put = [...given.values()].filter((row) => isNew(row, known.get(row.digest)));
  const remove = stored.filter(
    ({ digest, source, dropped }) => source === 'author' && dropped === null && !given.has(digest),
  );
  const isEmptied = examples.length === 0 && remove.length > 0;
  return {
    put: isEmptied ? [emptiedMark(gptId)] : put,
    remove: remove.map(({ digest }) => digest),
  };
}

/** Returns a dropped row, by which a start of the server does not add the shipped example of a GPT again. */
function emptiedMark(gptId: string): NewExample {
  const texts = { question: '', answer: '' };
  return {
    gptId,
    digest: exampleDigest(texts),
    position: 0,
    source: 'author',
    ...texts,
    day: dayOf(new Date()),
    dropped: new Date(),
  };
}

function newExample(gptId: string, example: Example, index: number): NewExample {
  const { question, answer, source, model, date, lang } = example;
  // Examples by the author come first.
  const position = source === 'author' ? index : exampleLimits.count + index;
  const digest = exampleDigest(example);
  return { gptId, digest, position, source, question, answer, model, day: date, lang };
}

/**
 * Whether an example must be written: it is unknown, or its author changed its place, day or language, or says now that a
 * model answered. A sampled one never becomes the author's.
 */
function isNew(row: NewExample, known: StoredExample | undefined): boolean {
  if (known === undefined) return true;
  if (known.dropped !== null || known.source === 'sampled') return false;
  if (row.source === 'sampled') return true;
  return known.position !== row.position || known.day !== row.day || known.lang !== row.lang;
}
