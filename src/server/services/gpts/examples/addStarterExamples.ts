import { inArray } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { gpt, gptExample } from '#server/db/schema/gpts.ts';
import { findExampleChanges, storeExamples } from '#server/services/gpts/examples/storeExamples.ts';
import { starterRows } from '#server/services/gpts/loadStarter.ts';
import { readImportedGpt } from '#server/services/gpts/readGpt.ts';

/**
 * Adds the examples of shipped assistants to a catalogue that an older version loaded without them. A GPT gets its example
 * only if it never had one, also not a dropped one, and if the operator has not edited its instructions, which the example
 * follows. Returns the number of GPTs that got one.
 */
export async function addStarterExamples(database: Database): Promise<number> {
  return database.transaction(async (transaction) => {
    const shipped = await readExamples();
    const ids = [...shipped.keys()];
    const known = new Set(
      (
        await transaction
          .selectDistinct({ id: gptExample.gptId })
          .from(gptExample)
          .where(inArray(gptExample.gptId, ids))
      ).map(({ id }) => id),
    );
    const stored = await transaction
      .select({ id: gpt.id, instructions: gpt.instructions })
      .from(gpt)
      .where(inArray(gpt.id, ids))
      .orderBy(gpt.id)
      .for('update');
    const given = stored.flatMap(({ id, instructions }) => {
      const row = shipped.get(id);
      return row && !known.has(id) && row.instructions === instructions ? [row] : [];
    });
    await storeExamples(transaction, await findExampleChanges(transaction, given));
    return given.length;
  });
}

async function readExamples() {
  const rows = new Map<string, ReturnType<typeof readImportedGpt>['row']>();
  for await (const { value } of starterRows()) {
    const { row } = readImportedGpt(value, new Set(), {});
    if (row.examples !== undefined) rows.set(row.id, row);
  }
  return rows;
}
