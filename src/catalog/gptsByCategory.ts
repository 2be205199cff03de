import { memoise } from '#catalog/memoise.ts';
import type { Snapshot } from '#catalog/readSnapshot.ts';
import type { Gpt } from '#contract/gpts.ts';
import { categoriesOfGpt } from '#catalog/labelSlugs.ts';

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
