import { and, eq, inArray, notExists, sql } from 'drizzle-orm';
import type { Database, Executor } from '#server/db/connect.ts';
import { gpt, gptExample } from '#server/db/schema/gpts.ts';
import { findExampleChanges, storeExamples } from '#server/services/gpts/examples/storeExamples.ts';
import { starterFolder } from '#server/services/gpts/loadStarter.ts';
import { readImportedGpt } from '#server/services/gpts/readGpt.ts';
import { exampleFiles, readStarter } from '#server/services/gpts/readStarter.ts';

/**
 * Adds the examples of shipped assistants to a catalogue that an older version loaded without them. A GPT gets its example
 * only if it never had one, also not a dropped one, and if the operator has not edited its instructions, which the example
 * follows. Returns the number of GPTs that got one. Reads no file of a GPT that has one, because every start does this.
 */
export async function addStarterExamples(database: Database): Promise<number> {
  const ids = (await exampleFiles(starterFolder)).map((name) => name.replace(/\.md$/, ''));
  if ((await findWithout(database.query, ids)).length === 0) return 0;
  return database.transaction(async (transaction) => {
    const given = [];
    for (const { id, instructions } of await findWithout(transaction, ids).for('update')) {
      const { value } = await readStarter(starterFolder, `${id}.md`, true);
      const { row } = readImportedGpt(value, new Set(), {});
      if (row.instructions === instructions) given.push(row);
    }
    await storeExamples(transaction, await findExampleChanges(transaction, given));
    // The example is a part of the GPT's page.
    const changed = inArray(
      gpt.id,
      given.map(({ id }) => id),
    );
    await transaction
      .update(gpt)
      .set({ updated: sql`now()` })
      .where(changed);
    return given.length;
  });
}

/** Finds those of the GPTs that never had an example. */
function findWithout(query: Executor, ids: readonly string[]) {
  const ofGpt = query.select().from(gptExample).where(eq(gptExample.gptId, gpt.id));
  return query
    .select({ id: gpt.id, instructions: gpt.instructions })
    .from(gpt)
    .where(and(inArray(gpt.id, [...ids]), notExists(ofGpt)))
    .orderBy(gpt.id);
}
