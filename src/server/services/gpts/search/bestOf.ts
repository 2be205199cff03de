/** The order of numbers: by their keys, largest first, then by their ids. */
type Order = { keys: ArrayLike<number>; idOf: (number: number) => string };

/** Up to this position the best are selected without sorting all: 3 ms instead of 20 ms for 30,000 numbers. */
const selectionMaxEnd = 512;

/** Returns a window of the numbers in their order. */
export function bestOf(
  numbers: readonly number[],
  { keys, idOf }: Order,
  { offset, size }: { offset: number; size: number },
): number[] {
  const compare = (one: number, other: number) =>
    (keys[other] as number) - (keys[one] as number) || (idOf(one) < idOf(other) ? -1 : 1);
  const end = offset + size;
  const sorted =
    end > selectionMaxEnd ? numbers.toSorted(compare) : selectBest(numbers, end, compare);
  return sorted.slice(offset, end);
}

function selectBest(
  numbers: readonly number[],
  most: number,
  compare: (one: number, other: number) => number,
): number[] {
  const best: number[] = [];
  for (const number of numbers) {
    const last = best[most - 1];
    if (last !== undefined && compare(number, last) >= 0) continue;
    let position = Math.min(best.length, most - 1);
    for (; position > 0; position -= 1) {
      const before = best[position - 1] as number;
      if (compare(before, number) <= 0) break;
      best[position] = before;
    }
    best[position] = number;
  }
  return best;
}
