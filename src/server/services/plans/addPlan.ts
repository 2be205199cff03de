import { randomUUID } from 'node:crypto';
import { type Place, billedAnchor, isHeld } from '#domain/planSchedule.ts';
import {
  type PlanProduct,
  type PlanTerm,
  type Span,
  isPro,
  monthsOf,
  paidUntil,
  renewalDays,
} from '#domain/planTerms.ts';
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
  const billed = period && billedTerm(open, { id, product }, period);
  const { placed, cut } = await arrangePlans(
    transaction,
    userId,
    now,
    billed ? { billed } : { added: [{ id, product, length: { months: monthsOf(product) } }] },
  );
  const place = billed ?? placed.get(id);
  if (!place) throw new Error('A new term has no place');
  const { starts, ends, anchor } = place;
  const [sourceType, sourceId] = [source.type, source.id];
  await transaction.insert(planTerm).values({
    id,
    userId,
    product,
    credits,
    starts,
    ends,
    anchor,
    lotsUntil: billed ? period?.ends : null,
    nextLot: starts,
    sourceType,
    sourceId,
  });
  await grantDueLots(transaction, userId, now);
  const changed = new Map([...placed, ...cut.map((each) => [each.id, each.rest] as const)]);
  return { starts, ends: billed ? (period?.ends ?? ends) : ends, restEnds: lastEnd(open, changed) };
}

/** Returns the term of a billed period; `undefined` when it waits, because larger plans are paid beyond its start. */
function billedTerm(
  open: readonly TermRow[],
  { id, product }: { id: string; product: PlanProduct },
  period: Span,
): (PlanTerm & Place) | undefined {
  const larger = open.filter((term) => isPro(term.product)).map(paidUntil);
  if (!isPro(product) && isHeld(period, larger)) return undefined;
  const ends = new Date(period.ends.getTime() + renewalDays * 86_400_000);
  const anchor = billedAnchor(period);
  return { id, product, starts: period.starts, ends, lotsUntil: period.ends, anchor };
}

function lastEnd(open: readonly TermRow[], places: ReadonlyMap<string, Place>): Date | undefined {
  return open
    .filter(({ product }) => !isPro(product))
    .flatMap(({ id }) => places.get(id)?.ends ?? [])
    .toSorted((one, other) => Number(one) - Number(other))
    .at(-1);
}
