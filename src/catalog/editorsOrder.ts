import { shownCollections } from '#catalog/collections/shownCollections.ts';
import { perSnapshot } from '#catalog/perSnapshot.ts';
import type { Snapshot } from '#catalog/readSnapshot.ts';
import type { Gpt } from '#contract/gpts.ts';
import { type Language, languages } from '#domain/languages.ts';

/** Where each GPT stands that editors recommend on pages of a language: by collections, the newest first. */
export function editorsPlaces(snapshot: Snapshot, language: Language): ReadonlyMap<Gpt, number> {
  return placesIn(snapshot).get(language) ?? new Map<Gpt, number>();
}

const placesIn = perSnapshot((snapshot): ReadonlyMap<Language, ReadonlyMap<Gpt, number>> => {
  const collections = shownCollections(snapshot);
  return new Map(
    languages.map((language) => {
      const gpts = new Set(collections.flatMap((collection) => collection.gpts[language]));
      return [language, new Map([...gpts].map((gpt, place) => [gpt, place]))];
    }),
  );
});
