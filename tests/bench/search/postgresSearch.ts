import { sql } from 'drizzle-orm';
import type { Database, Executor } from '#server/db/connect.ts';
import type { Language } from '#domain/languages/languages.ts';
import { languageOfTag } from '#domain/languages/readLanguage.ts';
import type { Catalogue } from './catalogues.ts';
import { type Search, resultsAtMost } from './engine.ts';

/** The configurations that PostgreSQL has for our languages. Others get `simple`, which has no inflected forms. */
const configurations: Partial<Record<Language, string>> = {
  en: 'english',
  de: 'german',
  fr: 'french',
};

/**
 * Plain full text of PostgreSQL: any word of the query, ordered by `ts_rank`, with weights by field. Where it finds too
 * little, the most similar texts by trigrams follow.
 */
export async function makePostgresSearch(
  { gpts }: Catalogue,
  { query: executor }: Database,
): Promise<Search> {
  await executor.execute(sql`create extension pg_trgm`);
  await executor.execute(sql`create table bench_gpt (id text, name text, words tsvector)`);
  const rows = gpts.map((gpt) => ({
    id: gpt.id,
    configuration: configurationOf(gpt.lang === null ? 'en' : languageOfTag(gpt.lang)),
    name: gpt.name,
    labels: [...gpt.tags, ...gpt.categories].join(' '),
    description: gpt.description ?? '',
    rest: [gpt.author, gpt.welcomeMessage, ...gpt.promptStarters].filter(Boolean).join(' '),
  }));
  await executor.execute(sql`
    insert into bench_gpt
    select id, name || ' ' || description,
      setweight(to_tsvector(c, name) || to_tsvector('simple', name), 'A') ||
      setweight(to_tsvector(c, labels) || to_tsvector('simple', labels), 'B') ||
      setweight(to_tsvector(c, description) || to_tsvector('simple', description), 'C') ||
      setweight(to_tsvector(c, rest) || to_tsvector('simple', rest), 'D')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      made (id text, configuration text, name text, labels text, description text, rest text),
      lateral (select configuration::regconfig as c) chosen`);
  return async (query, locale) => {
    const found = await findByWords(executor, query, configurationOf(locale));
    if (found.length === resultsAtMost) return found;
    return [...new Set([...found, ...(await findSimilar(executor, query))])].slice(
      0,
      resultsAtMost,
    );
  };
}

async function findByWords(
  executor: Executor,
  query: string,
  configuration: string,
): Promise<string[]> {
  const { rows } = await executor.execute<{ id: string }>(sql`
    select id from bench_gpt, (
      select to_tsquery('simple', coalesce(string_agg(quote_literal(lexeme), ' | '), '')) as wanted
      from unnest(to_tsvector(${configuration}::regconfig, ${query}) ||
        to_tsvector('english', ${query}) || to_tsvector('simple', ${query}))
    ) as terms
    where words @@ wanted order by ts_rank(words, wanted, 1) desc, id limit ${resultsAtMost}`);
  return rows.map(({ id }) => id);
}

async function findSimilar(executor: Executor, query: string): Promise<string[]> {
  const { rows } = await executor.execute<{ id: string }>(sql`
    select id from bench_gpt where word_similarity(${query}, name) > 0.4
    order by word_similarity(${query}, name) desc, id limit ${resultsAtMost}`);
  return rows.map(({ id }) => id);
}

function configurationOf(language: Language | undefined): string {
  return (language && configurations[language]) ?? 'simple';
}
