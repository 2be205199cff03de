import { shownCollections } from '#catalog/collections/shownCollections.ts';
import { categoriesOfGpt } from '#catalog/labelSlugs.ts';
import { perSnapshot } from '#catalog/perSnapshot.ts';
import type { Snapshot } from '#catalog/readSnapshot.ts';
import type { Gpt } from '#contract/gpts.ts';
import { type Language, languages } from '#domain/languages.ts';

/**
 * Where each GPT stands that editors recommend on pages of a language: by their lists of picks, then by other collections,
 * each time the newest first.
 */
export function editorsPlaces(snapshot: Snapshot, language: Language): ReadonlyMap<Gpt, number> {
  return placesIn(snapshot).get(language) ?? new Map<Gpt, number>();
}

/** Returns the GPTs that editors recommend on pages of a language, or those of a category, the first ones first. */
export function editorsPicks(
  snapshot: Snapshot,
  language: Language,
  category: string | null = null,
): Gpt[] {
  const gpts = [...editorsPlaces(snapshot, language).keys()];
  if (category === null) return gpts;
  return gpts.filter((gpt) => categoriesOfGpt(gpt).includes(category));
}

const placesIn = perSnapshot((snapshot): ReadonlyMap<Language, ReadonlyMap<Gpt, number>> => {
  const collections = shownCollections(snapshot).toSorted(
    (one, other) => Number(other.isPicks) - Number(one.isPicks),
  );
  return new Map(
    languages.map((language) => {
      const gpts = new Set(collections.flatMap((collection) => collection.gpts[language]));
      return [language, new Map([...gpts].map((gpt, place) => [gpt, place]))];
    }),
  );
});
