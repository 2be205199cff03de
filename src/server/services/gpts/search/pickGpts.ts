import { type SQL, and, inArray, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { gpt, gptSearch } from '#server/db/schema/gpts.ts';
import { AppError } from '#server/errors.ts';
import type { Ranked, Window } from '#server/services/gpts/search/rankMatches.ts';
import { allOf } from '#server/services/gpts/search/searchQuery.ts';
import { isShownGpt } from '#server/services/gpts/shownGpts.ts';

const idsAtMost = 100;

/** Those of `ids` that are shown and match all terms, in the order of `ids`. */
export async function pickGpts(
  executor: Executor,
  ids: readonly string[],
  terms: readonly string[],
  { offset, size }: Window,
): Promise<Ranked> {
  const rows = await executor
    .select({ id: gpt.id })
    .from(gpt)
    .where(and(inArray(gpt.id, [...ids]), isShownGpt, matching(terms)));
  const shown = new Set(rows.map(({ id }) => id));
  const found = ids.filter((id) => shown.has(id));
  return { ids: found.slice(offset, offset + size), total: found.length, isCapped: false };
}

/** Reads percent-encoded ids that are joined by commas, each once; what no id contains goes. Throws `invalid_input`. */
export function readIds(list: string): string[] {
  const parts = list.split(',').filter((part) => part !== '');
  if (parts.length > idsAtMost) throw wrongIds(`must be at most ${idsAtMost} ids`);
  try {
    return [...new Set(parts.map((part) => decodeURIComponent(part).replaceAll('\0', '')))];
  } catch {
    throw wrongIds('must be percent-encoded ids, joined by commas');
  }
}

function matching(terms: readonly string[]): SQL | undefined {
  if (terms.length === 0) return undefined;
  return sql`exists (select from ${gptSearch} where ${gptSearch.gptId} = ${gpt.id}
    and ${gptSearch.words} @@ ${allOf(terms)}::tsquery)`;
}

function wrongIds(rule: string): AppError {
  const fields = [{ field: 'ids', rule }];
  return new AppError('invalid_input', `ids: ${rule}`, { place: 'query', fields });
}
