import { and, eq, gt, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { creditLot } from '#server/db/schema/credits.ts';
import { type LedgerSource, lockBalance } from '#server/services/credits/post.ts';

type Pause = { userId: string; origin: LedgerSource; from: Date; until: Date };

/** Moves the ends of an origin's lots by the length of a pause in which they could not be spent. */
export async function extendLots(
  transaction: Executor,
  { userId, origin, from, until }: Pause,
): Promise<void> {
  await lockBalance(transaction, userId);
  const seconds = (until.getTime() - from.getTime()) / 1_000;
  await transaction
    .update(creditLot)
    .set({ ends: sql`${creditLot.ends} + make_interval(secs => ${seconds})` })
    .where(
      and(
        eq(creditLot.userId, userId),
        eq(creditLot.originType, origin.type),
        eq(creditLot.originId, origin.id),
        gt(creditLot.ends, from),
      ),
    );
}
