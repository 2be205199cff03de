import { and, eq, lte, sql } from 'drizzle-orm';
import type { StoragePlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { mediaRemoval } from '#server/db/schema/media.ts';
import { redactedError } from '#server/errors.ts';

const removedAtOnce = 50;

/** Seconds after which an interrupted removal is retried. */
const secondsAgain = 600;

/**
 * Schedules the removal of a file in a day, before it is stored, so that it is removed if this process ends before a
 * row with the file is stored.
 */
export async function scheduleRemoval(query: Executor, key: string): Promise<void> {
  await query.insert(mediaRemoval).values({ key, due: sql`now() + interval '1 day'` });
}

/** Cancels a removal, when the row of the file is stored. Returns `false` if the removal has begun. */
export async function cancelRemoval(transaction: Executor, key: string): Promise<boolean> {
  const taken = await transaction
    .delete(mediaRemoval)
    .where(and(eq(mediaRemoval.key, key), eq(mediaRemoval.removing, false)))
    .returning({ key: mediaRemoval.key });
  return taken.length > 0;
}

/** Removes a file soon instead of in a day. */
export async function removeSoon(query: Executor, key: string): Promise<void> {
  await query
    .update(mediaRemoval)
    .set({ due: sql`now()` })
    .where(eq(mediaRemoval.key, key));
}

/**
 * Removes due files. Several processes may do this at the same time and end at any moment: a file is removed before its
 * schedule. Does nothing if the store cannot be reached from here. Returns the number of removed files.
 */
export async function removeMedia({ database, media, log }: StoragePlatform): Promise<number> {
  if (!(await media.isHere())) return 0;
  await media.tidy();
  let removed = 0;
  for (;;) {
    const keys = await beginRemovals(database.query);
    for (const key of keys) {
      try {
        await media.remove(key);
        await database.query.delete(mediaRemoval).where(eq(mediaRemoval.key, key));
        removed += 1;
      } catch (error) {
        log.warn({ error: redactedError(error) }, 'a file could not be removed yet');
      }
    }
    if (keys.length < removedAtOnce) return removed;
  }
}

/** Returns due removals and postpones them, so that no other process starts them and failed ones are retried. */
async function beginRemovals(query: Executor): Promise<string[]> {
  const due = query
    .select({ key: mediaRemoval.key })
    .from(mediaRemoval)
    .where(lte(mediaRemoval.due, sql`now()`))
    .orderBy(mediaRemoval.due)
    .limit(removedAtOnce)
    .for('update', { skipLocked: true });
  const begun = await query
    .update(mediaRemoval)
    .set({ removing: true, due: sql`now() + make_interval(secs => ${secondsAgain})` })
    .where(sql`${mediaRemoval.key} in (${due})`)
    .returning({ key: mediaRemoval.key });
  return begun.map(({ key }) => key);
}
