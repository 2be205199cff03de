import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { CorePlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { gpt, gptExample } from '#server/db/schema/gpts.ts';
import { AppError } from '#server/errors.ts';
import { invalid, reasonLine } from '#server/inputChecks.ts';
import { writeAudit } from '#server/services/operation/audit.ts';

/**
 * Drops the example at a position, counted from 1 as in the list, or all of a GPT. Only a digest is left, so that no import
 * brings them back. Returns their number. Throws `unknown_gpt`, and `invalid_input` for a position without an example.
 */
export async function dropExamples(
  { database, now }: CorePlatform,
  id: string,
  position: number | 'all',
  reason: string,
): Promise<number> {
  const why = reasonLine(reason);
  const time = now();
  return database.transaction(async (transaction) => {
    const [row] = await transaction
      .select({ id: gpt.id })
      .from(gpt)
      .where(eq(gpt.id, id))
      .for('update');
    if (!row) throw new AppError('unknown_gpt', 'There is no GPT with this id');
    const all = await readExamplesOf(transaction, id);
    const chosen = position === 'all' ? all : all.slice(position - 1, position);
    if (chosen.length === 0) throw invalid(`It has ${all.length} examples`);
    const digests = chosen.map(({ digest }) => digest);
    await transaction
      .update(gptExample)
      .set({ dropped: time, question: '', answer: '' })
      .where(and(eq(gptExample.gptId, id), inArray(gptExample.digest, digests)));
    await transaction.update(gpt).set({ updated: time }).where(eq(gpt.id, id));
    await writeAudit(transaction, 'gpts.examples.drop', id, { digests, reason: why });
    return chosen.length;
  });
}

/** Returns the examples of a GPT, or of all, in the order in which they are shown, without dropped ones. */
export function readExamplesOf(query: Executor, id?: string) {
  return query
    .select()
    .from(gptExample)
    .where(and(id === undefined ? undefined : eq(gptExample.gptId, id), isNull(gptExample.dropped)))
    .orderBy(asc(gptExample.gptId), asc(gptExample.position), asc(gptExample.digest));
}
