import type { Snapshot } from '#catalog/readSnapshot.ts';
import type { Gpt } from '#contract/gpts.ts';
import { categoriesOf } from '#domain/card.ts';

const grouped = new WeakMap<Snapshot, Map<string, Gpt[]>>();

/** The GPTs of each category, most used first. */
export function gptsByCategory(snapshot: Snapshot): ReadonlyMap<string, readonly Gpt[]> {
  const known = grouped.get(snapshot);
  if (known) return known;
  const groups = new Map<string, Gpt[]>();
  for (const gpt of snapshot.gpts) {
    for (const slug of categoriesOf(gpt)) {
      const group = groups.get(slug);
      if (group) group.push(gpt);
      else groups.set(slug, [gpt]);
    }
  }
  grouped.set(snapshot, groups);
  return groups;
}
