import { sql } from 'drizzle-orm';
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
  const { rows } = await query.execute<{ failure: keyof typeof states }>(sql`
    select failure from gpt_link where gpt_id = ${id} and failure is not null and retry > now()`);
  return rows[0] && states[rows[0].failure];
}

/** Takes the right to fetch a page. Returns the number of the fetch, or `undefined` while somebody else has it. */
export async function claimFetch(query: Executor, id: string): Promise<number | undefined> {
  const { rows } = await query.execute<{ fetches: number }>(sql`
    insert into gpt_link (gpt_id, leased) values (${id}, now() + ${leaseSeconds} * interval '1 second')
    on conflict (gpt_id) do update
      set leased = excluded.leased, fetches = gpt_link.fetches % 30000 + 1, failure = null, retry = null
      where gpt_link.leased <= now() and (gpt_link.retry is null or gpt_link.retry <= now())
    returning fetches`);
  return rows[0]?.fetches;
}

/** Remembers a failure for its time, unless another fetch has begun; forgets those of others that are over. */
export async function storeFailure(
  query: Executor,
  id: string,
  fetches: number,
  { state, seconds }: FailedPage,
): Promise<void> {
  await query.execute(sql`
    update gpt_link set failure = ${failures[state]}, retry = now() + ${seconds} * interval '1 second'
    where gpt_id = ${id} and fetches = ${fetches}`);
  await query.execute(sql`
    delete from gpt_link where retry < now() - interval '1 day' and leased < now()`);
}

/** Stores a GPT that only its address leads to, where none with its id has come meanwhile. */
export async function storeLinkedGpt(database: Database, made: ImportedGpt): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction
      .insert(gpt)
      .values({ ...made, visibility: 'link' })
      .onConflictDoNothing();
    await transaction.delete(gptLink).where(sql`${gptLink.gptId} = ${made.id}`);
  });
}
