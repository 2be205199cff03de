import { perSnapshot } from '#catalog/perSnapshot.ts';
import type { Gpt } from '#contract/gpts.ts';
import { categoriesOfGpt } from '#catalog/labelSlugs.ts';

/** The GPTs of each category, most used first. */
export const gptsByCategory = perSnapshot(({ gpts }): ReadonlyMap<string, readonly Gpt[]> => {
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
