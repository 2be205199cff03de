import { randomUUID } from 'node:crypto';
import {
  type Place,
  billedTerm,
  latestOf,
  placesOf,
  waitsForPro,
} from '#domain/plans/planSchedule.ts';
import { type PlanProduct, type Span, isPro, monthsOf } from '#domain/plans/planTerms.ts';
import type { Executor } from '#server/db/connect.ts';
import { planTerm } from '#server/db/schema/credits.ts';
import { lockBalance } from '#server/services/credits/post.ts';
import { type TermRow, arrangePlans, readOpenTerms } from '#server/services/plans/arrangePlans.ts';
import { grantDueLots } from '#server/services/plans/grantDueLots.ts';

type NewPlan = {
  userId: string;
  product: PlanProduct;
  /** Credits of each week or month. */
  credits: number;
  source: { type: 'code' | 'order'; id: string };
  /** The period that a provider billed, for a plan that renews itself. */
  period?: Span;
  now: Date;
};

export type AddedPlan = Span & {
  /** The end of the last of Basic that this plan moved or interrupted. */
  restEnds: Date | undefined;
};

/**
 * Adds a term to a user's plans where `arrangeTerms` places it, and grants the credits of its first week or month when
 * it starts now.
 */
export async function addPlan(transaction: Executor, plan: NewPlan): Promise<AddedPlan> {
  const { userId, product, credits, source, period, now } = plan;
  await lockBalance(transaction, userId);
  await grantDueLots(transaction, userId, now);
  const open = await readOpenTerms(transaction, userId, now);
  const id = randomUUID();
  const isBilled = period !== undefined && !waitsForPro({ product, starts: period.starts }, open);
  const billed = isBilled ? billedTerm({ id, product }, period) : undefined;
  const schedule = await arrangePlans(
    transaction,
    open,
    now,
    billed ? { billed } : { added: [{ id, product, length: { months: monthsOf(product) } }] },
  );
  const place = billed ?? schedule.placed.get(id);
  if (!place) throw new Error('A new term has no place');
  const { starts, ends, anchor } = place;
  const lotsUntil = billed?.lotsUntil ?? null;
  const [sourceType, sourceId] = [source.type, source.id];
  await transaction.insert(planTerm).values({
    id,
    userId,
    product,
    credits,
    starts,
    ends,
    anchor,
    lotsUntil,
    nextLot: starts,
    sourceType,
    sourceId,
  });
  await grantDueLots(transaction, userId, now);
  return { starts, ends: lotsUntil ?? ends, restEnds: lastEnd(open, placesOf(schedule)) };
}

function lastEnd(open: readonly TermRow[], places: ReadonlyMap<string, Place>): Date | undefined {
  const ofBasic = open.filter(({ product }) => !isPro(product));
  return latestOf(ofBasic.flatMap(({ id }) => places.get(id)?.ends ?? []));
}
