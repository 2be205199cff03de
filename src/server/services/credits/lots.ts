import type { Lot } from '#server/db/queries/lots.ts';
import type { LotChange } from '#server/services/credits/post.ts';

/**
 * Returns the change that adds credits to a lot, or takes them when `amount` is negative. Credits of a frozen lot are
 * frozen.
 */
export function changeOf({ id, freezes }: Lot, amount: number): LotChange {
  return freezes > 0 ? { lotId: id, frozen: amount } : { lotId: id, remaining: amount };
}
