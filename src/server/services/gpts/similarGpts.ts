import type { GptCard } from '#contract/gpts/gpts.ts';
import type { Language } from '#domain/languages/languages.ts';
import { isKnownLanguage, languageOfTexts } from '#domain/languages/readers.ts';
import type { Context } from '#server/context.ts';
import type { FoundGpts } from '#server/services/gpts/search/rankGpts.ts';
import type { Filters } from '#server/services/gpts/search/terms.ts';

/** The size of the list: found GPTs, some of which it leaves out, may be among those of every label. */
const similarShown = 6;

/** Labels of the best result to search by, because each is a search. */
const labelsAtMost = 6;

type Search = { locale: Language; filters: Filters };

/** Reads the cards of GPTs, in the order of their ids. */
type ReadCards = (ids: readonly string[]) => Promise<GptCard[]>;

/**
 * Returns GPTs that share a tag or category with the best of the few results of a query and pass its filters, those with the
 * rarest shared label first; none of the results, and none in a language that readers of the interface hardly know.
 */
export async function similarGpts(
  { search }: Pick<Context, 'search'>,
  results: readonly GptCard[],
  { locale, filters }: Search,
  readCards: ReadCards,
): Promise<GptCard[]> {
  const [best] = results;
  if (!best) return [];
  const window = { offset: 0, size: similarShown * 2 + results.length };
  const lists = await Promise.all(
    labelFilters(best, filters).map((label) =>
      search.find({ query: '', locale, filters: { ...filters, ...label }, ...window }),
    ),
  );
  const known = new Set(results.map(({ id }) => id));
  const ids = rarestFirst(lists).filter((id) => !known.has(id));
  const cards = await readCards(ids);
  const isReadable = (card: GptCard) =>
    filters.lang ? true : isKnownLanguage(languageOfTexts(card), locale);
  return cards.filter(isReadable).slice(0, similarShown);
}

/** Returns a filter for each label of the GPT: its tags and categories that the visitor has not filtered by. */
function labelFilters({ tags, categories }: GptCard, filters: Filters): Filters[] {
  const byTag = filters.tag ? [] : tags.map((tag) => ({ tag }));
  const byCategory = filters.category ? [] : categories.map((category) => ({ category }));
  return [...byTag.slice(0, labelsAtMost - 1), ...byCategory].slice(0, labelsAtMost);
}

function rarestFirst(lists: readonly FoundGpts[]): string[] {
  const sorted = lists.toSorted((one, other) => one.total - other.total);
  return [...new Set(sorted.flatMap(({ ids }) => ids))];
}
