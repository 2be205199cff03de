import type { BuildContext } from '#catalog/buildContext.ts';
import { type Collection } from '#catalog/collections/parseCollection.ts';
import { gptsIn, leastGpts } from '#catalog/collections/shownCollections.ts';
import type { Snapshot } from '#catalog/readSnapshot.ts';
import { languages } from '#domain/languages/languages.ts';

/**
 * Returns sentences about collections that the site does not show: invalid files, and the operator's own collections with
 * too few GPTs. Collections of the product with too few GPTs are not mentioned, because the operator may have another
 * catalogue.
 */
export function collectionNotes({
  snapshot,
  collections: { collections, problems },
}: Pick<BuildContext, 'snapshot' | 'collections'>): string[] {
  const few = collections.flatMap((collection) => fewNote(snapshot, collection));
  return [...problems, ...few].map((problem) => `Not published: ${problem}`);
}

function fewNote(snapshot: Snapshot, collection: Collection): string[] {
  // An operator hides a collection of the product by a file with an empty list.
  if (!collection.isOwn || collection.ids.length === 0) return [];
  const few = languages.find(
    (language) => gptsIn(snapshot, collection, language).length < leastGpts,
  );
  if (few === undefined) return [];
  const count = gptsIn(snapshot, collection, few).length;
  return [
    `The collection ${collection.slug}.md has ${count} GPTs that are public here on the pages in ` +
      `${few}, and needs ${leastGpts} in every language`,
  ];
}
