import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { AppError } from '#server/errors.ts';
import { readGpt } from '#server/services/gpts/readGpt.ts';
import { RejectedField } from '#server/services/gpts/rejectedField.ts';
import {
  pickColumns,
  readSourceText,
  sourceFieldNames,
  toSourceRow,
} from '#server/services/gpts/sourceFields.ts';
import { readAddedIds } from '#server/services/models/readSettings.ts';
import { writeAudit } from '#server/services/operation/audit.ts';

/** The new text of a field. An empty text makes the value unknown. */
export type FieldText = { field: string; text: string };

const editable: readonly string[] = sourceFieldNames.filter(
  (field) => !['id', 'examples', 'visibility'].includes(field),
);

/**
 * Changes fields of a GPT, by the rules of an import. Importing an unchanged source keeps these values; a changed
 * source replaces them. Returns whether anything changed. Throws `unknown_gpt` and `RejectedField`.
 */
export async function editGpt(
  database: Database,
  id: string,
  changes: readonly FieldText[],
): Promise<boolean> {
  const requested = Object.fromEntries(
    changes.map(({ field, text }) => [field, readSourceText(knownField(field), text)]),
  );
  return database.transaction(async (transaction) => {
    const [row] = await transaction.select().from(gpt).where(eq(gpt.id, id)).for('update');
    if (!row) throw new AppError('unknown_gpt', 'There is no GPT with this id');
    const before = toSourceRow(row);
    const added = await readAddedIds(transaction);
    // The other fields may have been stored by older rules.
    const edited = readGpt({ id: before.id, name: before.name, ...requested }, added);
    const columns = pickColumns(edited, Object.keys(requested));
    const after = toSourceRow({ ...row, ...columns });
    if (JSON.stringify(after) === JSON.stringify(before)) return false;
    await transaction
      .update(gpt)
      .set({ ...columns, updated: new Date() })
      .where(eq(gpt.id, id));
    await writeAudit(transaction, 'gpts.edit', id, { set: requested });
    return true;
  });
}

function knownField(field: string): string {
  if (editable.includes(field)) return field;
  throw new RejectedField(field, `is not a field that can be set: ${editable.join(', ')}`);
}
