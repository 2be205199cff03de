import type { BuildContext } from '#catalog/buildContext.ts';
import { shownCollections } from '#catalog/collections/shownCollections.ts';
import { categoriesOfGpt } from '#catalog/labels/labelSlugs.ts';
import { memoise } from '#catalog/memoise.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';
import { type Language, languages } from '#domain/languages/languages.ts';

/**
 * Returns the position of each GPT that editors recommend on pages of a language: first the GPTs of picks, then those of
 * other collections, in both cases the newest collection first.
 */
export function editorsPlaces(context: BuildContext, language: Language): ReadonlyMap<Gpt, number> {
  return placesIn(context).get(language) ?? new Map<Gpt, number>();
}

/** Returns the GPTs that editors recommend on pages of a language, best first, or only those of a category. */
export function editorsPicks(
  context: BuildContext,
  language: Language,
  category: string | null = null,
): Gpt[] {
  const gpts = [...editorsPlaces(context, language).keys()];
  if (category === null) return gpts;
  return gpts.filter((gpt) => categoriesOfGpt(gpt).includes(category));
}

const placesIn = memoise(
  (context: BuildContext): ReadonlyMap<Language, ReadonlyMap<Gpt, number>> => {
    const collections = shownCollections(context).toSorted(
      (one, other) => Number(other.isPicks) - Number(one.isPicks),
    );
    return new Map(
      languages.map((language) => {
        const gpts = new Set(collections.flatMap((collection) => collection.gpts[language]));
        return [language, new Map([...gpts].map((gpt, index) => [gpt, index]))];
      }),
    );
  },
);
