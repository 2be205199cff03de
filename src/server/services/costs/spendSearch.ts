import { dayOf } from '#domain/dates.ts';
import type { Executor } from '#server/db/connect.ts';
import { type Statement, run } from '#server/db/statement.ts';

const spending: Statement = {
  name: 'spend_search',
  text: `insert into provider_spend as old (provider, day, shard, micros) values ($1, $2::date, 0, $3::bigint)
    on conflict (provider, day, shard) do update set micros = old.micros + excluded.micros`,
};

/** Notes what a search engine took, in micro-USD, for its daily cap. */
export async function spendSearch(
  query: Executor,
  provider: string,
  micros: number,
  now: Date,
): Promise<void> {
  await run(query, spending, [provider, dayOf(now), micros]);
}
