/** Credits that a new account starts with, unless the operator configures another number. */
export const startingCredits = 10;

/** A part of the balance: what was granted together ends together. */
export type Lot = { id: string; remaining: number; endsAt: Date | undefined };

export type LotPart = { lotId: string; amount: number };

/**
 * Takes `amount` credits from `lots`, the soonest to end first, lots without an end last, ties by id.
 * Answers the parts, or `undefined` when the lots hold less than `amount`.
 */
export function takeFromLots(lots: readonly Lot[], amount: number): LotPart[] | undefined {
  const parts: LotPart[] = [];
  let missing = amount;
  for (const lot of lots.toSorted(soonestToEndFirst)) {
    if (missing === 0) break;
    const taken = Math.min(lot.remaining, missing);
    if (taken > 0) parts.push({ lotId: lot.id, amount: taken });
    missing -= taken;
  }
  return missing === 0 ? parts : undefined;
}

function soonestToEndFirst(one: Lot, other: Lot): number {
  const oneEnd = one.endsAt?.getTime() ?? Number.POSITIVE_INFINITY;
  const otherEnd = other.endsAt?.getTime() ?? Number.POSITIVE_INFINITY;
  if (oneEnd !== otherEnd) return oneEnd < otherEnd ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}
