import { memoise } from '#catalog/memoise.ts';
import type { Snapshot } from '#catalog/readSnapshot.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';
import { categoriesOfGpt } from '#catalog/labels/labelSlugs.ts';

/**
 * Number of categories to choose from. An imported catalogue may have hundreds; the page of all categories lists them.
 */
const chosenCategories = 24;

/** Returns the GPTs of each category, most used first. */
export const gptsByCategory = memoise(({ gpts }: Snapshot): ReadonlyMap<string, readonly Gpt[]> => {
  const groups = new Map<string, Gpt[]>();
  for (const gpt of gpts) {
    for (const slug of categoriesOfGpt(gpt)) {
      const group = groups.get(slug);
      if (group) group.push(gpt);
      else groups.set(slug, [gpt]);
    }
  }
  return groups;
});

/** Returns the categories with their GPTs, largest first. */
export const categoriesBySize = memoise(
  (snapshot: Snapshot): readonly (readonly [slug: string, gpts: readonly Gpt[]])[] =>
    [...gptsByCategory(snapshot)].toSorted(
      ([one, gpts], [other, others]) => others.length - gpts.length || (one < other ? -1 : 1),
    ),
);

/**
 * Returns the slugs of the categories to choose from: the largest first by power of two of their GPTs, then by name. By
 * exact size, one hidden GPT could swap two categories, which changes every list page of the site.
 */
export const largestCategories = memoise((snapshot: Snapshot): readonly string[] =>
  [...gptsByCategory(snapshot)]
    .map(([slug, gpts]) => ({ slug, magnitude: Math.floor(Math.log2(gpts.length)) }))
    .toSorted((one, other) => other.magnitude - one.magnitude || (one.slug < other.slug ? -1 : 1))
    .slice(0, chosenCategories)
    .map(({ slug }) => slug),
);
