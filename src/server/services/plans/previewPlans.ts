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
import type { TermRow } from '#server/services/plans/arrangePlans.ts';

/** A part of a plan with its own dates. */
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

/**
 * Returns the parts of a user's open terms, which are in order of time, with those of billed periods or without. Parts of
 * one purchase that follow each other are one.
 */
export function planPartsOf(open: readonly TermRow[], { billed }: { billed: boolean }): PlanPart[] {
  const rows = billed ? open : open.filter(({ lotsUntil }) => lotsUntil === null);
  const parts: (PlanPart & { source: string })[] = [];
  for (const { product, credits, starts, ends, sourceType, sourceId } of rows) {
    const source = `${sourceType}:${sourceId}`;
    const earlier = parts.find(
      (part) => part.source === source && Number(part.ends) === Number(starts),
    );
    if (earlier) earlier.ends = ends;
    else parts.push({ product, credits, starts, ends, source });
  }
  return parts;
}

/** Returns what each plan would do to a user's open terms if it was bought now. */
export function previewPlans(open: readonly TermRow[], now: Date): PlanPreview[] {
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

function placeOnce(open: readonly TermRow[], product: PlanProduct, now: Date): PlanPlace {
  const added = [{ id, product, length: { months: monthsOf(product) } }];
  const schedule = arrangeTerms(open, now, { added });
  return { starts: schedule.placed.get(id)?.starts ?? now, moved: movedParts(open, schedule) };
}

function placeRenewing(open: readonly TermRow[], product: PlanProduct, now: Date): PlanPlace {
  const billed = billedTerm({ id, product }, { starts: now, ends: termEnd(product, now) });
  return { starts: now, moved: movedParts(open, arrangeTerms([...open, billed], now)) };
}

function movedParts(open: readonly TermRow[], schedule: Schedule): PlanPart[] {
  const places = placesOf(schedule);
  return open
    .flatMap(({ id: term, product, credits }) => {
      const place = places.get(term);
      return place ? { product, credits, starts: place.starts, ends: place.ends } : [];
    })
    .toSorted((one, other) => Number(one.starts) - Number(other.starts));
}
