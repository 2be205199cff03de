import { and, eq, lte, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database, Executor } from '#server/db/connect.ts';
import { mediaRemoval } from '#server/db/schema/media.ts';
import { redactedError } from '#server/errors.ts';
import type { MediaStore } from '#server/gateways/storage/media.ts';

/** Files that are removed before the next ones are looked for. */
const removedAtOnce = 50;

/** After so long a removal that was begun is begun again. */
const secondsAgain = 600;

/**
 * Notes that a file goes in a day, before it is stored: should this process end before a row names the file, nobody else
 * would know of it.
 */
export async function noteRemoval(query: Executor, key: string): Promise<void> {
  await query.insert(mediaRemoval).values({ key, due: sql`now() + interval '1 day'` });
}

/**
 * Takes a removal back, in the transaction that stores the row which names the file. Returns whether it could: not when
 * the file is already being removed.
 */
export async function takeRemovalBack(transaction: Executor, key: string): Promise<boolean> {
  const taken = await transaction
    .delete(mediaRemoval)
    .where(and(eq(mediaRemoval.key, key), eq(mediaRemoval.removing, false)))
    .returning({ key: mediaRemoval.key });
  return taken.length > 0;
}

/** Lets a file go now that would go in a day. */
export async function hastenRemoval(query: Executor, key: string): Promise<void> {
  await query
    .update(mediaRemoval)
    .set({ due: sql`now()` })
    .where(eq(mediaRemoval.key, key));
}

/**
 * Removes the files whose time has come. Any number of processes may do it at once, and end at any moment: a file is
 * removed before the note of it. Does nothing where the store is not reached from here. Returns the number of removed
 * files.
 */
export async function removeMedia({
  database,
  media,
  log,
}: {
  database: Database;
  media: MediaStore;
  log: Pick<Logger, 'warn'>;
}): Promise<number> {
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

/** Chooses removals that are due and puts them off, so that nobody else begins them and a failed one comes again. */
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
