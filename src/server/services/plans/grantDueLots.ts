import { and, eq, lte, sql } from 'drizzle-orm';
import { dayOf } from '#domain/dates.ts';
import { lotIndexAt, lotSpan } from '#domain/plans/planTerms.ts';
import { type LotCredits, lotCredits } from '#domain/plans/plans.ts';
import type { Database, Executor } from '#server/db/connect.ts';
import { findRow } from '#server/db/findRow.ts';
import { qualified } from '#server/db/qualified.ts';
import { planTerm } from '#server/db/schema/credits.ts';
import { paymentOrder } from '#server/db/schema/orders.ts';
import { grantCredits } from '#server/services/credits/grant.ts';
import { lockBalance } from '#server/services/credits/post.ts';
import type { TermRow } from '#server/services/plans/arrangePlans.ts';

/** The most users of one run. The next run continues. */
const mostUsers = 1_000;

/**
 * Grants the credits of the present week or month of a user's plans, once for each. Past weeks and months that were
 * never granted, because no job ran and the user did not come, are skipped: their credits would have ended too.
 */
export async function grantDueLots(
  transaction: Executor,
  userId: string,
  now: Date,
): Promise<void> {
  await lockBalance(transaction, userId);
  const terms = await transaction
    .select()
    .from(planTerm)
    .where(and(eq(planTerm.userId, userId), lte(planTerm.nextLot, now), isUndisputed));
  for (const term of terms) {
    const index = lotIndexAt(term, now);
    const lot = index === undefined ? undefined : lotSpan(term, index);
    const next = index === undefined ? undefined : lotSpan(term, index + 1);
    await transaction
      .update(planTerm)
      .set({ nextLot: next?.starts ?? null })
      .where(eq(planTerm.id, term.id));
    if (!lot) continue;
    const sold = { credits: term.credits, promised: await readPromised(transaction, term) };
    const { credits, promised } = lotCredits(term.product, sold, dayOf(lot.starts));
    if (promised > sold.promised) await raiseTerm(transaction, term, { credits, promised });
    const isFirst = term.sourceType === 'code' && term.restOf === null && index === 0;
    await grantCredits(transaction, {
      userId,
      amount: credits,
      promised,
      source: { type: 'plan', id: `${term.id}:${index}` },
      origin: { type: term.sourceType, id: term.sourceId },
      reason: isFirst ? 'code_redeemed' : 'plan_credits',
      product: term.product,
      ends: lot.ends,
    });
  }
}

/** Returns the credits of each lot of a term before returned money reduced them. */
export async function readPromised(
  executor: Executor,
  { promised, credits, sourceType, sourceId }: TermRow,
): Promise<number> {
  if (promised !== null || sourceType !== 'order') return promised ?? credits;
  const order = await findRow(executor, paymentOrder, eq(paymentOrder.id, sourceId));
  return order?.credits ?? credits;
}

/** Stores that the later lots of a term have more credits than were sold, because its product gives more. */
async function raiseTerm(
  transaction: Executor,
  { id }: TermRow,
  credits: LotCredits,
): Promise<void> {
  await transaction.update(planTerm).set(credits).where(eq(planTerm.id, id));
}

/** No lot of a plan starts while its payment is disputed. Lots that are over by the end of the dispute are skipped. */
const isUndisputed = sql`not exists (select from payment_dispute d where d.state = 'open'
  and ${qualified(planTerm.sourceType)} = 'order' and d.order_id::text = ${qualified(planTerm.sourceId)})`;

/** Grants the due credits of plans, in one transaction for each user. Returns the number of these users. */
export async function grantAllDueLots(database: Database, now: Date): Promise<number> {
  const users = await database.query
    .selectDistinct({ id: planTerm.userId })
    .from(planTerm)
    .where(and(lte(planTerm.nextLot, now), isUndisputed))
    .limit(mostUsers);
  for (const { id } of users) {
    await database.transaction((transaction) => grantDueLots(transaction, id, now));
  }
  return users.length;
}
