import { sql } from 'drizzle-orm';
import type { CreditLot, listLots as endpoint } from '#contract/credits.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { lotOrigins } from '#domain/credits.ts';
import { products } from '#domain/plans.ts';
import { type Context, signedInUser } from '#server/context.ts';

const listed = 200;

type Row = Pick<CreditLot, 'granted' | 'remaining' | 'frozen'> & {
  product: string | null;
  originType: string;
  ends: string | Date | null;
};

/**
 * Returns the acting user's lots that have credits, in the order in which questions spend them. Without those that have
 * ended, as in the balance. Throws `not_signed_in`.
 */
export async function listLots(context: Context): Promise<AnswerOf<typeof endpoint>> {
  const userId = signedInUser(context);
  const now = context.now().toISOString();
  const { rows } = await context.database.query.execute<Row>(
    sql`select product, origin_type as "originType", granted::float8, remaining::float8, frozen::float8, ends
      from credit_lot
      where user_id = ${userId} and remaining + frozen > 0 and (ends is null or ends > ${now}::timestamptz)
      order by ends nulls last, id`,
  );
  const rest = rows.slice(listed).reduce((sum, { remaining }) => sum + remaining, 0);
  return { items: rows.slice(0, listed).map(toLot), more: rest };
}

function toLot({ product, originType, ends, ...amounts }: Row): CreditLot {
  return {
    ...amounts,
    product: products.find((one) => one === product) ?? null,
    origin: lotOrigins.find((one) => one === originType) ?? 'other',
    ends: ends === null ? null : new Date(ends).toISOString(),
  };
}
