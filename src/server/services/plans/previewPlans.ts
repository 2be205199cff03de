import { dayOf } from '#domain/dates.ts';
import {
  type Schedule,
  arrangeTerms,
  billedTerm,
  latestOf,
  paidEndsOfPro,
  placesOf,
  waitsForPro,
} from '#domain/plans/planSchedule.ts';
import {
  type PlanProduct,
  type Span,
  monthsOf,
  planProducts,
  termEnd,
} from '#domain/plans/planTerms.ts';
import { lotCredits } from '#domain/plans/plans.ts';
import type { Executor } from '#server/db/connect.ts';
import { type TermRow, readOpenTerms } from '#server/services/plans/arrangePlans.ts';
import { readPromised } from '#server/services/plans/grantDueLots.ts';

/** An open term with the credits of each lot before returned money reduced them. */
export type OpenTerm = TermRow & { promised: number };

/** A part of a plan with its own dates, and the credits of its next week or month. */
export type PlanPart = Span & { product: PlanProduct; credits: number };

/** When a plan would start if it was bought now, and the parts of paid plans that it would move. */
export type PlanPlace = { starts: Date; moved: PlanPart[] };

export type PlanPreview = {
  product: PlanProduct;
  /** The place of a plan that is paid once. */
  once: PlanPlace;
  /** The place of a plan that renews itself; `undefined` while it would interrupt a larger plan. */
  renewing: PlanPlace | undefined;
  /** The end of that larger plan; `undefined` without one. */
  renewsFrom: Date | undefined;
};

/** Returns the terms of a user that have not ended, in order of time. */
export async function readPlanTerms(
  executor: Executor,
  userId: string,
  now: Date,
): Promise<OpenTerm[]> {
  const open = await readOpenTerms(executor, userId, now);
  return Promise.all(
    open.map(async (term) => ({ ...term, promised: await readPromised(executor, term) })),
  );
}

/** Returns the credits of a term's lot that starts then; those of the running lot without a later one. */
export function creditsFrom(term: OpenTerm, starts: Date | null): number {
  return starts ? lotCredits(term.product, term, dayOf(starts)).credits : term.credits;
}

/**
 * Returns the parts of a user's open terms, which are in order of time, with those of billed periods or without. Parts of
 * one purchase that follow each other are one, unless an earlier one has later lots with other credits.
 */
export function planPartsOf(
  open: readonly OpenTerm[],
  { billed }: { billed: boolean },
): PlanPart[] {
  const rows = billed ? open : open.filter(({ lotsUntil }) => lotsUntil === null);
  const parts: (PlanPart & { source: string; isLastLot: boolean })[] = [];
  for (const term of rows) {
    const { product, starts, ends, sourceType, sourceId, nextLot } = term;
    const source = `${sourceType}:${sourceId}`;
    const [credits, isLastLot] = [creditsFrom(term, nextLot), nextLot === null];
    const earlier = parts.find((part) => part.source === source && +part.ends === +starts);
    if (earlier && (earlier.isLastLot || earlier.credits === credits)) {
      Object.assign(earlier, { ends, credits, isLastLot });
    } else {
      parts.push({ product, credits, starts, ends, source, isLastLot });
    }
  }
  return parts;
}

/** Returns what each plan would do to a user's open terms if it was bought now. */
export function previewPlans(open: readonly OpenTerm[], now: Date): PlanPreview[] {
  const largerEnds = latestOf(paidEndsOfPro(open));
  return planProducts.map((product) => {
    const isRefused = waitsForPro({ product, starts: now }, open);
    return {
      product,
      once: placeOnce(open, product, now),
      renewing: isRefused ? undefined : placeRenewing(open, product, now),
      renewsFrom: isRefused ? largerEnds : undefined,
    };
  });
}

const id = 'previewed';

function placeOnce(open: readonly OpenTerm[], product: PlanProduct, now: Date): PlanPlace {
  const added = [{ id, product, length: { months: monthsOf(product) } }];
  const schedule = arrangeTerms(open, now, { added });
  return { starts: schedule.placed.get(id)?.starts ?? now, moved: movedParts(open, schedule) };
}

function placeRenewing(open: readonly OpenTerm[], product: PlanProduct, now: Date): PlanPlace {
  const billed = billedTerm({ id, product }, { starts: now, ends: termEnd(product, now) });
  return { starts: now, moved: movedParts(open, arrangeTerms([...open, billed], now)) };
}

function movedParts(open: readonly OpenTerm[], schedule: Schedule): PlanPart[] {
  const places = placesOf(schedule);
  return open
    .flatMap((term) => {
      const place = places.get(term.id);
      if (!place) return [];
      const { starts, ends } = place;
      return { product: term.product, credits: creditsFrom(term, starts), starts, ends };
    })
    .toSorted((one, other) => Number(one.starts) - Number(other.starts));
}
