import { randomUUID } from 'node:crypto';
import { and, eq, gt, isNotNull } from 'drizzle-orm';
import { type WaitingTerm, resumeTerm } from '#domain/plans/planSchedule.ts';
import { keptCredits } from '#domain/orders/refunds.ts';
import type { Executor } from '#server/db/connect.ts';
import { planTerm } from '#server/db/schema/credits.ts';
import { extendLots } from '#server/services/credits/extend.ts';
import { lockBalance } from '#server/services/credits/post.ts';
import { type OrderRow, paidFor } from '#server/services/orders/order.ts';
import { hasOpenDispute, originOf } from '#server/services/orders/refunds/refund.ts';
import {
  type TermRow,
  arrangePlans,
  insertRest,
  readOpenTerms,
} from '#server/services/plans/arrangePlans.ts';
import { grantDueLots } from '#server/services/plans/grantDueLots.ts';

/** The length of a term that was to begin later and was ended before. A term must have some length. */
const shortestMilliseconds = 1;

/**
 * Adjusts the terms of an order to the returned money. They stop now when the order has ended, no credit of a lot is paid
 * for or the payment is disputed, and continue with all that was left when that is over. Otherwise their later lots keep
 * the credits that are still paid for. The user's other terms close up. The caller has locked the order.
 */
export async function adjustTerms(
  transaction: Executor,
  order: OrderRow,
  now: Date,
): Promise<void> {
  const { id, userId, ended } = order;
  await lockBalance(transaction, userId);
  // The lots that run are granted before their terms are interrupted, also when no job has granted them yet.
  await grantDueLots(transaction, userId, now);
  const keepsCredits = ended === null && (await isAnyLotPaid(transaction, order));
  if (!keepsCredits || (await hasOpenDispute(transaction, id))) {
    await pauseTerms(transaction, order, now);
  } else {
    await resumeTerms(transaction, order, now);
  }
  if (keepsCredits) await reduceTerms(transaction, order);
  // Terms that begin in the place of a refunded plan have their credits at once.
  await grantDueLots(transaction, userId, now);
}

/** Whether a lot of the order keeps a credit. A return of nearly the whole price leaves a small lot none. */
async function isAnyLotPaid(transaction: Executor, order: OrderRow): Promise<boolean> {
  const terms = await transaction.select().from(planTerm).where(ofOrder(order));
  return terms.some((term) => keptOf(term, order) > 0);
}

/** Leaves the later lots of an order the credits that are still paid for: at least one, as long as any lot keeps one. */
async function reduceTerms(transaction: Executor, order: OrderRow): Promise<void> {
  const terms = await transaction.select().from(planTerm).where(ofOrder(order));
  for (const term of terms) {
    const credits = Math.max(keptOf(term, order), 1);
    await transaction.update(planTerm).set({ credits }).where(eq(planTerm.id, term.id));
  }
}

function keptOf({ promised }: TermRow, order: OrderRow): number {
  return keptCredits(promised ?? order.credits, paidFor(order), order.returned);
}

async function pauseTerms(transaction: Executor, order: OrderRow, now: Date): Promise<void> {
  const terms = await transaction
    .select()
    .from(planTerm)
    .where(and(ofOrder(order), gt(planTerm.ends, now)));
  const latestStart = new Date(now.getTime() - shortestMilliseconds);
  for (const { id, starts, ends, nextLot } of terms) {
    const waits = starts > now || nextLot?.getTime() === starts.getTime();
    await transaction
      .update(planTerm)
      .set({
        starts: starts < latestStart ? starts : latestStart,
        ends: now,
        nextLot: null,
        beforeRefund: {
          starts: starts.toISOString(),
          ends: ends.toISOString(),
          waits,
          isLastLot: nextLot === null,
        },
      })
      .where(eq(planTerm.id, id));
  }
  if (terms.length === 0) return;
  await arrangePlans(transaction, await readOpenTerms(transaction, order.userId, now), now);
}

/** Continues paused terms: the rest of a running lot at once, in parallel with other terms; its later lots queue. */
async function resumeTerms(transaction: Executor, order: OrderRow, now: Date): Promise<void> {
  const terms = await transaction
    .select()
    .from(planTerm)
    .where(and(ofOrder(order), isNotNull(planTerm.beforeRefund)))
    .orderBy(planTerm.starts, planTerm.id);
  const [first] = terms;
  if (!first) return;
  const pause = { from: first.ends, until: now };
  await extendLots(transaction, { userId: order.userId, origin: originOf(order), ...pause });
  const waiting: WaitingTerm[] = [];
  const remainders: { id: string; term: TermRow }[] = [];
  for (const term of terms) {
    const { later, after } = await resumeOne(transaction, term, now);
    if (!later) continue;
    const id = after ? randomUUID() : term.id;
    waiting.push({ id, product: term.product, length: later });
    if (after) remainders.push({ id, term: after });
  }
  const open = await readOpenTerms(transaction, order.userId, now);
  const { placed } = await arrangePlans(transaction, open, now, { resumed: waiting });
  for (const { id, term } of remainders) {
    const place = placed.get(id);
    if (!place) throw new Error('A term that continues has no place');
    await insertRest(transaction, term, { id, ...place, nextLot: place.starts });
  }
}

/** Stores the rest of a term's running lot. Returns its later length, and the part after which that comes. */
async function resumeOne(transaction: Executor, term: TermRow, now: Date) {
  const { id, beforeRefund } = term;
  if (!beforeRefund) throw new Error('This term was not paused');
  const [starts, ends] = [new Date(beforeRefund.starts), new Date(beforeRefund.ends)];
  const before = { ...term, starts, ends, nextLot: beforeRefund.isLastLot ? null : starts };
  const waits = beforeRefund.waits ?? starts >= term.ends;
  const { running, later } = resumeTerm(before, waits ? undefined : term.ends, now);
  // A term that did not begin is placed with its own id.
  if (waits) return { later, after: undefined };
  await transaction.update(planTerm).set({ beforeRefund: null }).where(eq(planTerm.id, id));
  if (!running) return { later, after: term };
  const part = { ...running, anchor: null, nextLot: null };
  const runningId = await insertRest(transaction, term, part);
  return { later, after: runningId === undefined ? term : { ...term, id: runningId } };
}

function ofOrder({ id }: OrderRow) {
  return and(eq(planTerm.sourceType, 'order'), eq(planTerm.sourceId, id));
}
