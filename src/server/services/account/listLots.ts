import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { CreditLot, listLots as endpoint } from '#contract/credits/credits.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { lotOrigins } from '#domain/credits/credits.ts';
import { products } from '#domain/plans/plans.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { creditLot } from '#server/db/schema/credits.ts';

const listed = 200;

/**
 * Returns the acting user's lots that have credits, in the order in which questions spend them. Lots that have ended
 * are omitted, as in the balance. `more` is the sum of the lots beyond the first 200. Throws `not_signed_in`.
 */
export async function listLots(context: Context): Promise<ResponseOf<typeof endpoint>> {
  const userId = signedInUser(context);
  const { product, originType, granted, remaining, frozen, created, ends, id } = creditLot;
  const rows = await context.database.query
    .select({ product, originType, granted, remaining, frozen, created, ends })
    .from(creditLot)
    .where(
      and(
        eq(creditLot.userId, userId),
        sql`${remaining} + ${frozen} > 0`,
        or(isNull(ends), gt(ends, context.now())),
      ),
    )
    .orderBy(sql`${ends} nulls last`, id);
  const rest = rows.slice(listed).reduce((sum, lot) => sum + lot.remaining, 0);
  return { items: rows.slice(0, listed).map(toLot), more: rest };
}

type Row = Pick<
  typeof creditLot.$inferSelect,
  'product' | 'originType' | 'granted' | 'remaining' | 'frozen' | 'created' | 'ends'
>;

function toLot({ product, originType, created, ends, ...amounts }: Row): CreditLot {
  return {
    ...amounts,
    product: products.find((one) => one === product) ?? null,
    origin: lotOrigins.find((one) => one === originType) ?? 'other',
    created: created.toISOString(),
    ends: ends && ends.toISOString(),
  };
}
