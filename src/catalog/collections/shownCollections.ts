import type { BuildContext } from '#catalog/buildContext.ts';
import type { Collection, CollectionText } from '#catalog/collections/parseCollection.ts';
import { memoise } from '#catalog/memoise.ts';
import { gptsById } from '#catalog/ranking/rankedGpt.ts';
import type { Snapshot } from '#catalog/readSnapshot.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';
import { type Language, languages } from '#domain/languages/languages.ts';

/** A collection on the site, with its GPTs in the catalogue, by the language of the page. */
export type ShownCollection = Collection & {
  gpts: Readonly<Record<Language, readonly Gpt[]>>;
};

/** Least number of GPTs of a shown collection in every language. */
export const leastGpts = 3;

/** Returns the collections with enough GPTs in the catalogue, newest first. */
export const shownCollections = memoise(
  ({ snapshot, collections }: BuildContext): readonly ShownCollection[] =>
    withEnoughGpts(snapshot, collections.collections),
);

function withEnoughGpts(snapshot: Snapshot, collections: readonly Collection[]): ShownCollection[] {
  return collections.flatMap((collection) => {
    const lists = languages.map(
      (language) => [language, gptsIn(snapshot, collection, language)] as const,
    );
    if (lists.some(([, gpts]) => gpts.length < leastGpts)) return [];
    const gpts = Object.fromEntries(lists) as Record<Language, Gpt[]>;
    return [{ ...collection, gpts }];
  });
}

/** Returns the GPTs of a collection that are in the catalogue, in the order for pages of a language. */
export function gptsIn(
  snapshot: Snapshot,
  { ids, idsByLanguage }: Collection,
  language: Language,
): Gpt[] {
  const known = gptsById(snapshot);
  const requested = new Set([...(idsByLanguage[language] ?? []), ...ids]);
  return [...requested].flatMap((id) => known.get(id) ?? []);
}

/** Returns the text in the language of the page, else in English, else in the first available language. */
export function textFor({ texts }: Pick<Collection, 'texts'>, language: Language): CollectionText {
  const [first] = texts.values();
  const text = texts.get(language) ?? first;
  if (text === undefined) throw new Error('A collection has no text');
  return text;
}
