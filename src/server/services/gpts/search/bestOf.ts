/** A GPT, and the number by which it is ordered. */
export type Best = { id: string; key: number };

/** Up to here, the best are kept while the others pass by, which is faster than to sort all. */
const keptAtMost = 128;

/** Returns the ids of a window of the GPTs by their key, largest first, then by id. */
export function bestOf(gpts: readonly Best[], offset: number, size: number): string[] {
  const end = offset + size;
  const sorted = end > keptAtMost ? gpts.toSorted(compare) : keepBest(gpts, end);
  return sorted.slice(offset, end).map(({ id }) => id);
}

function keepBest(gpts: readonly Best[], most: number): Best[] {
  const best: Best[] = [];
  for (const gpt of gpts) {
    const last = best[most - 1];
    if (last && compare(gpt, last) >= 0) continue;
    let position = Math.min(best.length, most - 1);
    for (; position > 0; position -= 1) {
      const before = best[position - 1] as Best;
      if (compare(before, gpt) <= 0) break;
      best[position] = before;
    }
    best[position] = gpt;
  }
  return best;
}

function compare(one: Best, other: Best): number {
  return other.key - one.key || (one.id < other.id ? -1 : 1);
}
