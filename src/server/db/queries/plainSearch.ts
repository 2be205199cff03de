import { type SQL, type SQLWrapper, and, eq, inArray, or, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { type GptFilter, gptFilters } from '#domain/gpts/search.ts';
import { categorySlug } from '#domain/gpts/gpts.ts';
import { type Language, languageTags } from '#domain/languages/languages.ts';
import type { Executor } from '#server/db/connect.ts';
import { qualified } from '#server/db/qualified.ts';
import { isShownGpt } from '#server/db/queries/shownGpts.ts';
import { parseRows } from '#server/db/rawRows.ts';
import { gpt } from '#server/db/schema/gpts.ts';

/*
 * The search without an index, which reads all GPTs. Raw, because one statement returns a window and the total.
 */

export type PlainSearch = {
  /** Words that a GPT must all have in its name, description or tags; without any, all GPTs are found. */
  words: readonly string[];
  locale: Language;
  filters: { [Name in GptFilter]?: string | undefined };
  /** If present, only GPTs with these ids are found. */
  among?: readonly string[];
  offset: number;
  size: number;
};

/** Finds GPTs, those with all words in their names first, then by language and popularity. */
export async function searchPlainly(
  executor: Executor,
  { words, locale, filters, among, offset, size }: PlainSearch,
): Promise<{ ids: string[]; total: number }> {
  const [language = locale] = languageTags[locale].toLowerCase().split('-');
  const condition = and(
    isShownGpt,
    ...(among ? [inArray(gpt.id, [...among])] : []),
    ...Object.entries(filters).flatMap(([name, value]) =>
      value ? [isLabelled(name as GptFilter, value)] : [],
    ),
    ...words.map((word) =>
      or(
        contains(gpt.name, word),
        contains(gpt.description, word),
        contains(sql`array_to_string(${gpt.tags}, ' ')`, word),
      ),
    ),
  );
  const named = and(sql`true`, ...words.map((word) => contains(gpt.name, word)));
  const own = sql`split_part(lower(coalesce(${gpt.lang}, 'en')), '-', 1)`;
  const { rows } = await executor.execute(sql`
    with found as materialized (
      select ${gpt.id} as id, ${named} as is_named,
        case ${own} when ${language} then 2 when 'en' then 1 else 0 end as known,
        coalesce(${gpt.elsewhereChats}, 0) + ${gpt.ownChats} as chats
      from ${gpt} where ${condition})
    select (select count(*)::integer from found) as total, array(
      select id from found order by is_named desc, known desc, chats desc, id collate "C"
      limit ${size} offset ${offset}) as ids`);
  const [found] = parseRows({ total: z.number(), ids: z.array(z.string()) }, rows);
  return found ?? { ids: [], total: 0 };
}

function contains(text: SQLWrapper, word: string): SQL {
  return sql`strpos(lower(${text}), lower(${word})) > 0`;
}

/** Compares labels without the case of letters, and a category also as it is written in addresses. */
function isLabelled(filter: GptFilter, value: string): SQL | undefined {
  if (filter === 'lang') {
    const tag = value.trim().replaceAll('_', '-').toLowerCase();
    return or(sql`lower(${gpt.lang}) = ${tag}`, sql`starts_with(lower(${gpt.lang}), ${`${tag}-`})`);
  }
  if (filter === 'author') return eq(sql`lower(${gpt.author})`, value.toLowerCase());
  const labels = sql`unnest(${qualified(gpt[gptFilters[filter]])}) as label`;
  const slug = sql`trim(both '-' from regexp_replace(lower(replace(label, '&', ' and ')), '[^[:alnum:]]+', '-', 'g'))`;
  const asSlug = filter === 'category' ? sql` or ${slug} = ${categorySlug(value)}` : sql``;
  return sql`exists (select from ${labels} where lower(label) = lower(${value})${asSlug})`;
}
