import { and, asc, gt, inArray, notExists, sql } from 'drizzle-orm';
import type { Database, Executor } from '#server/db/connect.ts';
import { gpt, gptSearch, searchSpelling } from '#server/db/schema/gpts.ts';
import { isShownGpt } from '#server/services/gpts/shownGpts.ts';
import { isCorrectable, spellingNumbers } from '#server/services/gpts/search/correctWords.ts';
import { lexemesOf, lexemesVersion } from '#server/services/gpts/search/lexemes.ts';

/** GPTs that are made ready for the search in one transaction. */
const gptsPerTransaction = 200;

const searchedColumns = {
  id: gpt.id,
  name: gpt.name,
  description: gpt.description,
  author: gpt.author,
  tags: gpt.tags,
  categories: gpt.categories,
  capabilities: gpt.capabilities,
  lang: gpt.lang,
};

/**
 * Makes the GPTs found by what their rows say now. Whoever writes rows calls it in the same transaction, which holds
 * their locks.
 */
export async function storeSearch(transaction: Executor, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await transaction
    .select(searchedColumns)
    .from(gpt)
    .where(inArray(gpt.id, [...ids]));
  const found = rows.map((row) => ({ id: row.id, ...lexemesOf(row) }));
  const lexemes = found.map(({ id, lexemes }) => ({ id, lexemes }));
  await transaction.execute(
    sql`insert into ${gptSearch} (gpt_id, words, version, chats, shown)
      select ${gpt.id}, array_to_tsvector(made.lexemes), ${lexemesVersion},
        coalesce(${gpt.elsewhereChats}, 0) + ${gpt.ownChats}, ${isShownGpt}
      from jsonb_to_recordset(${JSON.stringify(lexemes)}::jsonb) made (id text, lexemes text[])
      join ${gpt} on ${gpt.id} = made.id
      order by ${gpt.id}
      on conflict (gpt_id) do update set
        words = excluded.words, version = excluded.version, chats = excluded.chats, shown = excluded.shown`,
  );
  await storeSpellings(transaction, new Set(found.flatMap(({ words }) => [...words])));
}

/**
 * Makes those GPTs ready for the search that are not: written before there was one, or by older rules. Each step is a
 * transaction of its own, so that it can be broken off and goes on where it was. Answers how many there were.
 */
export async function fillSearch(database: Database): Promise<number> {
  let count = 0;
  let last = '';
  for (;;) {
    const ids = await database.transaction((transaction) => fillNext(transaction, last));
    count += ids.length;
    if (ids.length < gptsPerTransaction) return count;
    last = ids.at(-1) ?? last;
  }
}

async function fillNext(transaction: Executor, after: string): Promise<string[]> {
  const ready = transaction
    .select({ id: gptSearch.gptId })
    .from(gptSearch)
    .where(sql`${gptSearch.gptId} = ${gpt.id} and ${gptSearch.version} >= ${lexemesVersion}`);
  const rows = await transaction
    .select({ id: gpt.id })
    .from(gpt)
    .where(and(gt(gpt.id, after), notExists(ready)))
    .orderBy(asc(gpt.id))
    .limit(gptsPerTransaction)
    // Nobody may change a row between its being read and its being made ready.
    .for('no key update');
  const ids = rows.map(({ id }) => id);
  await storeSearch(transaction, ids);
  return ids;
}

/** Adds what is new to the words that others may misspell. Those that no GPT has any more find nothing. */
async function storeSpellings(transaction: Executor, words: ReadonlySet<string>): Promise<void> {
  const correctable = [...words].filter(isCorrectable);
  const known = await transaction
    .select({ word: searchSpelling.word })
    .from(searchSpelling)
    .where(
      sql`(${searchSpelling.number}, ${searchSpelling.word}) in (
        select * from unnest(${sql.param(correctable.map(ownNumber))}::integer[], ${sql.param(correctable)}::text[]))`,
    );
  const knownWords = new Set(known.map(({ word }) => word));
  const spellings = correctable
    .filter((word) => !knownWords.has(word))
    .flatMap((word) => spellingNumbers(word).map((number) => ({ number, word })))
    // In one order, so that two writers at once do not wait for each other in a circle.
    .toSorted((one, other) => one.number - other.number || (one.word < other.word ? -1 : 1));
  await transaction.execute(
    sql`insert into ${searchSpelling} (number, word)
      select * from unnest(${sql.param(spellings.map(({ number }) => number))}::integer[],
        ${sql.param(spellings.map(({ word }) => word))}::text[])
      on conflict do nothing`,
  );
}

function ownNumber(word: string): number {
  return spellingNumbers(word)[0] ?? 0;
}
