import type { BuildContext } from '#catalog/buildContext.ts';
import { chosenRows, gptsOfRows, lineOfRow } from '#catalog/gpts/chosenRows.ts';
import { type ListOptions, countPages } from '#catalog/gpts/listOrder.ts';
import { groupForReaders } from '#catalog/gpts/readers.ts';
import { largestCategories } from '#catalog/labels/gptsByCategory.ts';
import { categoriesOfGpt } from '#catalog/labels/labelSlugs.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';
import { gptsOnFirstHome } from '#domain/gpts/gpts.ts';
import { mixCategories } from '#domain/gpts/mixCategories.ts';
import { memoise } from '#catalog/memoise.ts';
import { type Language, languages } from '#domain/languages/languages.ts';

/**
 * Returns how the default list of the home pages differs from other lists: it leaves out the GPTs of the rows above it, and
 * mixes the categories within each language, because the most used GPTs of a catalogue are often of one kind.
 */
export function homeList(context: BuildContext, language: Language): ListOptions {
  return {
    firstPage: gptsOnFirstHome,
    pages: pagesOf(context),
    arrange: (popular) => {
      const listed = withoutRows(context, language, popular);
      return groupForReaders(listed, language).flatMap((gpts) => mixed(context, gpts));
    },
  };
}

function withoutRows(
  context: BuildContext,
  language: Language,
  gpts: readonly Gpt[],
): readonly Gpt[] {
  const shown = gptsOfRows(chosenRows(context, language));
  const others = gpts.filter((gpt) => !shown.has(gpt));
  // A list of one or two GPTs would look broken.
  return others.length < lineOfRow ? gpts : others;
}

/**
 * The number of pages, the same in all languages, although their rows have different GPTs: each page links to itself in
 * the other languages.
 */
const pagesOf = memoise((context: BuildContext): number => {
  const counts = languages.map((language) => {
    const { length } = withoutRows(context, language, context.snapshot.gpts);
    return countPages(length, gptsOnFirstHome);
  });
  return Math.min(...counts);
});

/** Mixes the categories that visitors can choose from. All others count as one, because there may be hundreds. */
function mixed({ snapshot }: BuildContext, gpts: readonly Gpt[]): Gpt[] {
  const chosen = new Set(largestCategories(snapshot));
  return mixCategories(gpts, (gpt) => {
    const [category = ''] = categoriesOfGpt(gpt);
    return chosen.has(category) ? category : '';
  });
}
