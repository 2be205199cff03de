import { and, isNull, sql } from 'drizzle-orm';
import type { Example } from '#domain/gpts/examples.ts';
import type { Database } from '#server/db/connect.ts';
import { shownExamples } from '#server/db/queries/gptExamples.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { safeCell, writeCells } from '#server/services/textFiles/csv.ts';
import {
  type SourceRow,
  sourceFieldNames,
  toSourceExample,
  toSourceRow,
  writeSourceText,
} from '#server/services/gpts/sourceFields.ts';

export type ExportFormat = 'jsonl' | 'csv';

const gptsAtOnce = 100;

/**
 * Yields the lines of a file with every GPT that is neither hidden nor removed, with the visibility of those that are
 * not public. Importing the file changes nothing. Keeps some GPTs in memory. Cells of CSV are safe from being run as
 * formulas.
 */
export async function* exportGpts(
  database: Database,
  format: ExportFormat,
  progress: (gpts: number) => void = () => undefined,
): AsyncGenerator<string> {
  if (format === 'csv') yield writeCells(sourceFieldNames);
  const toLine = format === 'csv' ? toCsv : toJson;
  let last: string | undefined;
  for (let count = 0; ;) {
    const rows = await rowsAfter(database, last);
    for (const { row, examples } of rows) {
      yield toLine({ ...toSourceRow(row), examples: examples.map(toSourceExample) });
    }
    progress((count += rows.length));
    last = rows.at(-1)?.row.id;
    if (rows.length < gptsAtOnce) return;
  }
}

/** Reads GPTs by id, in the same order in every database, regardless of its locale. */
async function rowsAfter(
  database: Database,
  last: string | undefined,
): Promise<{ row: typeof gpt.$inferSelect; examples: Example[] }[]> {
  const isLater = last === undefined ? undefined : sql`${gpt.id} collate "C" > ${last}`;
  return database.query
    .select({ row: gpt, examples: shownExamples })
    .from(gpt)
    .where(and(isNull(gpt.removed), isNull(gpt.hidden), isLater))
    .orderBy(sql`${gpt.id} collate "C"`)
    .limit(gptsAtOnce);
}

/** Leaves out unknown values and the default visibility. */
function toJson(row: SourceRow): string {
  const fields = Object.entries(row).filter(
    ([field, value]) =>
      value !== null &&
      !(typeof value === 'object' && value.length === 0) &&
      !(field === 'visibility' && value === 'public'),
  );
  return JSON.stringify(Object.fromEntries(fields));
}

function toCsv(row: SourceRow): string {
  return writeCells(sourceFieldNames.map((field) => safeCell(writeSourceText(row[field]))));
}
