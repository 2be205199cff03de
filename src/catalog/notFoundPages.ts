import { type Frame, frameOf } from '#catalog/frame.ts';
import { type Category, largestCategories } from '#catalog/lists.ts';
import { type Snapshot, readSnapshot } from '#catalog/readSnapshot.ts';
import { languages } from '#domain/languages.ts';

/** A page that only leads on: to the search, the categories and the lists. */
export type DeadEndView = { frame: Frame; categories: readonly Category[] };

/** The page for an address that leads nowhere, in every language. */
export function notFoundPages(snapshot: Snapshot = readSnapshot()): DeadEndView[] {
  return deadEnds(snapshot, '404');
}

/** The page that answers for every GPT that was removed, in every language. */
export function removedPages(snapshot: Snapshot = readSnapshot()): DeadEndView[] {
  return deadEnds(snapshot, '410');
}

function deadEnds(snapshot: Snapshot, name: string): DeadEndView[] {
  const categories = largestCategories(snapshot);
  return languages.map((language) => ({
    frame: frameOf(language, `/${language}/${name}`),
    categories,
  }));
}
