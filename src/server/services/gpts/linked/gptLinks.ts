import { and, eq, sql } from 'drizzle-orm';
import type { Database, Executor } from '#server/db/connect.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { gptLink } from '#server/db/schema/linkedGpts.ts';
import type { FailedPage } from '#server/services/gpts/linked/fetchPublicPage.ts';
import type { ImportedGpt } from '#server/services/gpts/sourceFields.ts';

/** Longer than a fetch takes; a server that dies meanwhile keeps others waiting for so long. */
const leaseSeconds = 30;

const states = { not_public: 'notPublic', busy: 'busy' } as const;
const failures = { notPublic: 'not_public', busy: 'busy' } as const;

/** Returns how the last fetch of a page failed, while that is remembered. */
export async function readFailure(
  query: Executor,
  id: string,
): Promise<FailedPage['state'] | undefined> {
  const [failed] = await query
    .select({ failure: gptLink.failure })
    .from(gptLink)
    .where(and(eq(gptLink.gptId, id), sql`${gptLink.retry} > now()`));
  return failed?.failure ? states[failed.failure] : undefined;
}

/** Takes the right to fetch a page. Returns the number of the fetch, or `undefined` while somebody else has it. */
export async function claimFetch(query: Executor, id: string): Promise<number | undefined> {
  const leased = sql`now() + ${leaseSeconds} * interval '1 second'`;
  const [claimed] = await query
    .insert(gptLink)
    .values({ gptId: id, leased })
    .onConflictDoUpdate({
      target: gptLink.gptId,
      set: {
        leased: sql`excluded.leased`,
        fetches: sql`${gptLink.fetches} % 30000 + 1`,
        failure: null,
        retry: null,
      },
      setWhere: sql`${gptLink.leased} <= now() and (${gptLink.retry} is null or ${gptLink.retry} <= now())`,
    })
    .returning({ fetches: gptLink.fetches });
  return claimed?.fetches;
}

/** Remembers a failure for its time, unless another fetch has begun; forgets those of others that are over. */
export async function storeFailure(
  query: Executor,
  id: string,
  fetches: number,
  { state, seconds }: FailedPage,
): Promise<void> {
  await query
    .update(gptLink)
    .set({ failure: failures[state], retry: sql`now() + ${seconds} * interval '1 second'` })
    .where(isFetch(id, fetches));
  await query
    .delete(gptLink)
    .where(sql`${gptLink.retry} < now() - interval '1 day' and ${gptLink.leased} < now()`);
}

/** Ends the lease of a fetch, so that nobody has to wait for its end. */
export async function endFetch(query: Executor, id: string, fetches: number): Promise<void> {
  await query
    .update(gptLink)
    .set({ leased: sql`now()` })
    .where(isFetch(id, fetches));
}

function isFetch(id: string, fetches: number) {
  return and(eq(gptLink.gptId, id), eq(gptLink.fetches, fetches));
}

/** Stores a GPT that only its address leads to, where none with its id has come meanwhile. */
export async function storeLinkedGpt(database: Database, made: ImportedGpt): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction
      .insert(gpt)
      .values({ ...made, visibility: 'link' })
      .onConflictDoNothing();
    await transaction.delete(gptLink).where(eq(gptLink.gptId, made.id));
  });
}
