import { and, eq, sql } from 'drizzle-orm';
import type { Database, Executor } from '#server/db/connect.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { gptLink } from '#server/db/schema/linkedGpts.ts';
import type { FailedPage } from '#server/services/gpts/linked/fetchPublicPage.ts';
import type { ImportedGpt } from '#server/services/gpts/sourceFields.ts';

/** Seconds, longer than a fetch takes. If a server dies during a fetch, others wait for so long. */
const leaseSeconds = 30;

const states = { not_public: 'notPublic', busy: 'busy' } as const;
const failures = { notPublic: 'not_public', busy: 'busy' } as const;

/** Returns why the last fetch of a page failed, until the time of the next try. */
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

/** Leases the fetch of a page. Returns its number, or `undefined` while another request has the lease. */
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

/** Stores a failure until the next try, unless another fetch has begun. Deletes old failures of other pages. */
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

/** Ends the lease of a fetch, so that no request has to wait for its end. */
export async function endFetch(query: Executor, id: string, fetches: number): Promise<void> {
  await query
    .update(gptLink)
    .set({ leased: sql`now()` })
    .where(isFetch(id, fetches));
}

function isFetch(id: string, fetches: number) {
  return and(eq(gptLink.gptId, id), eq(gptLink.fetches, fetches));
}

/** Stores a GPT that can only be found by its address, unless a GPT with its id exists meanwhile. */
export async function storeLinkedGpt(database: Database, linkedGpt: ImportedGpt): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction
      .insert(gpt)
      .values({ ...linkedGpt, visibility: 'link' })
      .onConflictDoNothing();
    await transaction.delete(gptLink).where(eq(gptLink.gptId, linkedGpt.id));
  });
}
