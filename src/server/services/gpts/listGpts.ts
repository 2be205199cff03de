import { type SQL, and, count, sql } from 'drizzle-orm';
import type { GptCard } from '#contract/gpts.ts';
import { gptsPerPage } from '#domain/gpts.ts';
import type { Context } from '#server/context.ts';
import { gpt } from '#server/db/schema.ts';
import { toGptCard } from '#server/services/gpts/toGpt.ts';

type Wanted = {
  query?: string | undefined;
  category?: string | undefined;
  page?: number | undefined;
  size?: number | undefined;
};

const popularity = sql`(coalesce(${gpt.importedChats}, 0) + ${gpt.ownChats}) desc, ${gpt.id}`;

/** Public GPTs by popularity; with a query, those whose name, author, tags or description hold it, best first. */
export async function listGpts(
  context: Context,
  { query = '', category, page = 1, size = gptsPerPage }: Wanted,
): Promise<{
  items: GptCard[];
  total: number;
  is_total_capped: boolean;
  page: number;
  size: number;
}> {
  const where = and(
    sql`${gpt.visibility} = 'public' and ${gpt.removed} is null`,
    category === undefined ? undefined : sql`${gpt.categories} @> array[${category}]`,
    query === '' ? undefined : matches(query),
  );
  const order = query === '' ? popularity : sql`${closeness(query)}, ${popularity}`;
  const [items, [found]] = await Promise.all([
    context.database.query
      .select()
      .from(gpt)
      .where(where)
      .orderBy(order)
      .limit(size)
      .offset((page - 1) * size),
    context.database.query.select({ total: count() }).from(gpt).where(where),
  ]);
  return {
    items: items.map(toGptCard),
    total: found?.total ?? 0,
    is_total_capped: false,
    page,
    size,
  };
}

function matches(query: string): SQL {
  const pattern = `%${escapePattern(query)}%`;
  return sql`(${gpt.name} ilike ${pattern} or ${gpt.author} ilike ${pattern} or ${gpt.description} ilike ${pattern}
    or exists (select from unnest(${gpt.tags}) tag where tag ilike ${pattern}))`;
}

/** The name itself before names that begin with it, before names that hold it, before the rest. */
function closeness(query: string): SQL {
  const literal = escapePattern(query);
  return sql`case when ${gpt.name} ilike ${literal} then 0 when ${gpt.name} ilike ${`${literal}%`} then 1
    when ${gpt.name} ilike ${`%${literal}%`} then 2 else 3 end`;
}

function escapePattern(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`);
}
