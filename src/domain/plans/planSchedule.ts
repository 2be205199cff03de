import {
  type PlanProduct,
  type PlanTerm,
  type Span,
  addMonths,
  isPro,
  lotIndexAt,
  lotSpan,
  monthsBetween,
  paidUntil,
  renewalDays,
} from '#domain/plans/planTerms.ts';

/** The length of a term that has not begun: calendar months as sold, or the rest of an interrupted term. */
export type Length = { months: number } | { milliseconds: number };

/** A term, or the rest of one, that needs a place among the others. */
export type WaitingTerm = { id: string; product: PlanProduct; length: Length };

/** A place in time. `anchor` is the time from which months are counted, `null` for a length without months. */
export type Place = Span & { anchor: Date | null };

export type Schedule = {
  /** The places of waiting terms, by id: new ones, resumed ones, and those that move. */
  placed: ReadonlyMap<string, Place>;
  /** The running terms that are interrupted. Each ends with its running lot, and its rest comes later. */
  cut: readonly { id: string; ends: Date; rest: Place }[];
};

type Cursor = { time: Date; anchor: Date | null };

type Queued = WaitingTerm & { cutAt?: Date };

/**
 * Arranges a user's open terms one after the other, without a hole. Pro comes before Basic, and terms of one tier keep
 * their order. Terms that run stay, but one that a larger plan or a billed period interrupts ends with its running lot,
 * whose credits were granted. Its rest is the first to continue. A period that a provider bills is not moved unless it is
 * Basic during paid Pro. `resumed` terms come before those that wait, `added` ones after them.
 */
export function arrangeTerms(
  open: readonly PlanTerm[],
  now: Date,
  { resumed = [], added = [] }: NewTerms = {},
): Schedule {
  const schedule = { placed: new Map<string, Place>(), cut: [] };
  const pick = (keeps: (product: PlanProduct) => boolean): Tier => ({
    terms: open
      .filter(({ product }) => keeps(product))
      .toSorted((one, other) => Number(one.starts) - Number(other.starts)),
    resumed: resumed.filter(({ product }) => keeps(product)),
    added: added.filter(({ product }) => keeps(product)),
  });
  const pro = pick(isPro);
  const afterPro = arrangeTier(pro, { time: now, anchor: null }, [], now, schedule);
  const paid = [
    ...pro.terms.map(paidUntil),
    ...[...schedule.placed.values()].map(({ ends }) => ends),
  ];
  arrangeTier(
    pick((product) => !isPro(product)),
    afterPro,
    paid,
    now,
    schedule,
  );
  return schedule;
}

type NewTerms = { resumed?: WaitingTerm[]; added?: WaitingTerm[] };

type Tier = { terms: PlanTerm[]; resumed: WaitingTerm[]; added: WaitingTerm[] };

/** Arranges the terms of one tier from `from` on. `larger` has the ends of larger plans. Returns the end of the tier. */
function arrangeTier(
  { terms, resumed, added }: Tier,
  from: Cursor,
  larger: readonly Date[],
  now: Date,
  { placed, cut }: { placed: Map<string, Place>; cut: Schedule['cut'][number][] },
): Cursor {
  const stays = (term: PlanTerm) => term.starts <= now || (isBilled(term) && !isHeld(term, larger));
  const [staying, waiting] = [terms.filter(stays), terms.filter((term) => !stays(term))];
  const remainders = staying
    .filter((term) => isInterrupted(term, staying, larger, now))
    .map((term) => restOf(term, now));
  let cursor = from;
  for (const term of staying) {
    const end = remainders.find(({ id }) => id === term.id)?.cutAt ?? term.ends;
    if (end > cursor.time) cursor = { time: end, anchor: anchorAt(term, end) };
  }
  const queue: Queued[] = [
    ...remainders,
    ...resumed,
    ...waiting.map((term) => ({ ...term, length: lengthBetween(term, term.starts) })),
    ...added,
  ];
  for (const { id, length, cutAt } of queue) {
    const { place, next } = placeAt(cursor, length);
    cursor = next;
    if (cutAt) cut.push({ id, ends: cutAt, rest: place });
    else if (!isThere(waiting, id, place)) placed.set(id, place);
  }
  return cursor;
}

function isBilled({ lotsUntil }: PlanTerm): boolean {
  return lotsUntil !== null && lotsUntil !== undefined;
}

/** Returns the latest of some times; `undefined` for an empty list. */
export function latestOf(times: readonly Date[]): Date | undefined {
  return times.toSorted((one, other) => Number(one) - Number(other)).at(-1);
}

/** Returns the ends of the paid time of each open term of Pro. */
export function paidEndsOfPro(open: readonly PlanTerm[]): Date[] {
  return open.filter(({ product }) => isPro(product)).map(paidUntil);
}

/** Whether a billed period that starts then waits, because it is one of Basic and Pro is paid beyond its start. */
export function waitsForPro(
  { product, starts }: Pick<PlanTerm, 'product' | 'starts'>,
  open: readonly PlanTerm[],
): boolean {
  return !isPro(product) && isHeld({ starts }, paidEndsOfPro(open));
}

/** Whether larger plans are paid beyond the start of a billed period, which then waits for them. */
function isHeld({ starts }: Pick<Span, 'starts'>, larger: readonly Date[]): boolean {
  return larger.some((end) => end > starts);
}

/** Whether a running term has later lots which another term postpones: a larger plan, or a billed period of its tier. */
function isInterrupted(
  term: PlanTerm,
  staying: readonly PlanTerm[],
  larger: readonly Date[],
  now: Date,
): boolean {
  if (term.starts > now || runningEnd(term, now) >= paidUntil(term)) return false;
  if (larger.some((end) => end > now)) return true;
  const billed = staying.findLast((each) => isRunningPeriod(each, now));
  if (billed) return billed.id !== term.id;
  // Rests of lots run in parallel with a term; of several terms with later lots the first one continues.
  return staying.find((each) => runningEnd(each, now) < paidUntil(each))?.id !== term.id;
}

function isRunningPeriod(term: PlanTerm, now: Date): boolean {
  return isBilled(term) && term.starts <= now && paidUntil(term) > now;
}

/** Returns the end of the lot that can be spent at `now`. */
export function runningEnd(term: PlanTerm, now: Date): Date {
  if (term.nextLot === null) return term.ends;
  const index = lotIndexAt(term, now);
  return (index === undefined ? undefined : lotSpan(term, index)?.ends) ?? term.ends;
}

function restOf(term: PlanTerm, now: Date): Queued {
  const cutAt = runningEnd(term, now);
  return { id: term.id, product: term.product, length: lengthBetween(term, cutAt), cutAt };
}

/** Returns the paid length of a term from one of its times on: months of a whole term, or the exact rest of one that began. */
export function lengthBetween(term: PlanTerm, from: Date): Length {
  const until = paidUntil(term);
  const { anchor, starts } = term;
  if (anchor && from <= starts && isOnGrid(anchor, from) && isOnGrid(anchor, until)) {
    return { months: monthsBetween(from, until) };
  }
  return { milliseconds: Number(until) - Number(from) };
}

function placeAt({ time, anchor }: Cursor, length: Length): { place: Place; next: Cursor } {
  if ('milliseconds' in length) {
    const ends = new Date(time.getTime() + length.milliseconds);
    return { place: { starts: time, ends, anchor: null }, next: { time: ends, anchor: null } };
  }
  const first = anchor ?? time;
  const ends = addMonths(first, monthsBetween(first, time) + length.months);
  return { place: { starts: time, ends, anchor: first }, next: { time: ends, anchor: first } };
}

/** Returns the time from which months after a term are counted. */
function anchorAt({ anchor, starts }: PlanTerm, end: Date): Date | null {
  const first = anchor ?? starts;
  return isOnGrid(first, end) ? first : null;
}

function isThere(waiting: readonly PlanTerm[], id: string, place: Place): boolean {
  const term = waiting.find((each) => each.id === id);
  if (!term || isBilled(term)) return false;
  return +term.starts === +place.starts && +term.ends === +place.ends;
}

/** Whether a time is a whole number of months after an anchor. */
function isOnGrid(anchor: Date, time: Date): boolean {
  return Number(addMonths(anchor, monthsBetween(anchor, time))) === Number(time);
}

/**
 * Returns the time from which the months of a billed period are counted. Providers count from the day on which the
 * subscription began, which a short month lacks. January has every day.
 */
export function billedAnchor({ starts, ends }: Span): Date | null {
  const anchor = new Date(starts);
  anchor.setUTCMonth(0, Math.max(starts.getUTCDate(), ends.getUTCDate()));
  return isOnGrid(anchor, starts) && isOnGrid(anchor, ends) ? anchor : null;
}

/** Returns the term of a period that a provider bills. Its last lot can be spent for some days longer. */
export function billedTerm(
  { id, product }: Pick<PlanTerm, 'id' | 'product'>,
  period: Span,
): PlanTerm & Place {
  const ends = new Date(period.ends.getTime() + renewalDays * 86_400_000);
  const anchor = billedAnchor(period);
  return { id, product, starts: period.starts, ends, lotsUntil: period.ends, anchor };
}

/** Returns the new places of terms, and of the rests of those that are interrupted, by the id of the term. */
export function placesOf({ placed, cut }: Schedule): Map<string, Place> {
  return new Map([...placed, ...cut.map(({ id, rest }) => [id, rest] as const)]);
}

/** The parts of a term that continues after a refund failed or a dispute was won. */
export type Resumed = {
  /** The rest of the lot that ran. It continues at once, because its credits come back at once. */
  running: Span | undefined;
  /** The length of its later lots. */
  later: Length | undefined;
};

/**
 * Returns how a term continues at `now` with the remaining lots of the moment when it was paused; `paused` is
 * `undefined` for a term that had not begun. `term` has the times from before the pause.
 */
export function resumeTerm(term: PlanTerm, paused: Date | undefined, now: Date): Resumed {
  if (!paused) return { running: undefined, later: lengthBetween(term, term.starts) };
  const until = paidUntil(term);
  const lotEnds = runningEnd(term, paused);
  const end = lotEnds < until ? lotEnds : until;
  const left = Number(end) - Number(paused);
  return {
    running: left > 0 ? { starts: now, ends: new Date(now.getTime() + left) } : undefined,
    later: end < until ? lengthBetween(term, end) : undefined,
  };
}
