import { and, eq, gt } from 'drizzle-orm';
import { type Schedule, type WaitingTerm, arrangeTerms } from '#domain/plans/planSchedule.ts';
import type { PlanTerm } from '#domain/plans/planTerms.ts';
import type { Executor } from '#server/db/connect.ts';
import { planTerm } from '#server/db/schema/credits.ts';

export type TermRow = typeof planTerm.$inferSelect;

/** Terms that need a place: a period that a provider bills, ones that continue, and new ones. */
type NewTerms = { billed?: PlanTerm; resumed?: WaitingTerm[]; added?: WaitingTerm[] };

/** Returns the terms of a user that have not ended. */
export async function readOpenTerms(
  executor: Executor,
  userId: string,
  now: Date,
): Promise<TermRow[]> {
  return executor
    .select()
    .from(planTerm)
    .where(and(eq(planTerm.userId, userId), gt(planTerm.ends, now)))
    .orderBy(planTerm.starts, planTerm.id);
}

/**
 * Moves and interrupts a user's open terms so that they follow each other without a hole, as `arrangeTerms` places them.
 * The caller has locked the user's credits, granted the due lots and then read the terms. Stored terms that continue get
 * their place here; the caller stores new ones at their place in the returned schedule.
 */
export async function arrangePlans(
  transaction: Executor,
  open: readonly TermRow[],
  now: Date,
  { billed, resumed = [], added = [] }: NewTerms = {},
): Promise<Schedule> {
  const terms = billed ? [...open, billed] : open;
  const schedule = arrangeTerms(terms, now, { resumed, added });
  for (const [id, { starts, ends, anchor }] of schedule.placed) {
    // The terms of a deleted account have no lots any more.
    const nextLot = open.some((term) => term.id === id && term.nextLot === null) ? null : starts;
    await transaction
      .update(planTerm)
      .set({ starts, ends, anchor, lotsUntil: null, nextLot, beforeRefund: null })
      .where(eq(planTerm.id, id));
  }
  for (const cut of schedule.cut) await cutTerm(transaction, open, cut);
  return schedule;
}

/** Ends a term with its running week or month, whose credits were granted. The rest becomes a term of its own. */
async function cutTerm(
  transaction: Executor,
  open: readonly TermRow[],
  { id, ends, rest }: Schedule['cut'][number],
): Promise<void> {
  const term = open.find((each) => each.id === id);
  if (!term) throw new Error('An interrupted term is not stored');
  await transaction
    .update(planTerm)
    .set({ ends, lotsUntil: null, nextLot: null })
    .where(eq(planTerm.id, id));
  await insertRest(transaction, term, { ...rest, nextLot: rest.starts });
}

/** Stores a later part of a term, which follows another one. Its lots are granted from `nextLot` on. */
export async function insertRest(
  transaction: Executor,
  term: TermRow,
  part: Pick<TermRow, 'starts' | 'ends' | 'anchor' | 'nextLot'> & { id?: string },
): Promise<string | undefined> {
  const { created: _, ...copied } = term;
  const [stored] = await transaction
    .insert(planTerm)
    .values({
      ...copied,
      id: undefined,
      lotsUntil: null,
      beforeRefund: null,
      ...part,
      restOf: term.id,
    })
    .returning({ id: planTerm.id });
  return stored?.id;
}
