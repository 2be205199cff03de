import type { BuildContext } from '#catalog/buildContext.ts';
import { type Frame, frameOf } from '#catalog/site/frame.ts';
import { largestCategories } from '#catalog/labels/gptsByCategory.ts';
import { languages } from '#domain/languages/languages.ts';

/** The view of a page that only links to others: to the search, the categories and the lists. */
export type DeadEndView = { frame: Frame; categories: readonly string[] };

/** Returns the page for paths that do not exist, in every language. */
export function notFoundPages(context: BuildContext): DeadEndView[] {
  return deadEnds(context, '404');
}

/** Returns the page that is served for every removed GPT, in every language. */
export function removedPages(context: BuildContext): DeadEndView[] {
  return deadEnds(context, '410');
}

function deadEnds(context: BuildContext, name: string): DeadEndView[] {
  const categories = largestCategories(context.snapshot);
  return languages.map((language) => ({
    frame: frameOf(context, language, `/${language}/${name}`),
    categories,
  }));
}
