import { expect } from 'vitest';
import {
  type WaitingTerm,
  arrangeTerms,
  billedTerm,
  resumeTerm,
  waitsForPro,
} from '#domain/plans/planSchedule.ts';
import {
  type PlanProduct,
  type PlanTerm,
  isPro,
  lotIndexAt,
  lotSpan,
  monthsOf,
  paidUntil,
  planProducts,
  termEnd,
} from '#domain/plans/planTerms.ts';
import type { Random } from '../random.ts';

export const day = 86_400_000;

/** A part of a purchase: a term, as it is stored. */
type Part = PlanTerm & { purchase: number; before?: PlanTerm & { waits: boolean } };

type Purchase = {
  product: PlanProduct;
  paused: boolean;
  /** Milliseconds that were paid; of a plan that has not begun, `undefined`. */
  paid: number | undefined;
  /** Lots whose credits were granted. */
  lots: number;
};

/** Terms in memory, changed as the server changes those in its database, without credits. */
export class TermModel {
  now: Date;
  readonly purchases: Purchase[] = [];
  readonly steps: string[] = [];
  #parts: Part[] = [];
  #ids = 0;

  constructor(now: Date) {
    this.now = now;
  }

  buy(product: PlanProduct, isBilled: boolean): void {
    this.steps.push(`${this.now.toISOString()} ${isBilled ? 'bill' : 'buy'} ${product}`);
    const purchase = this.purchases.push({ product, paused: false, paid: undefined, lots: 0 }) - 1;
    const open = this.#open();
    const [id, starts] = [this.#newId(), this.now];
    if (isBilled && !waitsForPro({ product, starts }, open)) {
      const part = billedTerm({ id, product }, { starts, ends: termEnd(product, starts) });
      this.#arrange({ billed: { ...part, purchase, nextLot: starts } });
    } else {
      this.#arrange({ added: [{ id, product, length: { months: monthsOf(product) }, purchase }] });
    }
    this.#grant();
  }

  /** Pauses a purchase, as a refund or a dispute does. */
  pause(purchase: number): void {
    this.steps.push(`${this.now.toISOString()} pause ${purchase}`);
    const found = this.purchases[purchase];
    if (!found || found.paused) return;
    found.paused = true;
    for (const part of this.#open().filter((each) => each.purchase === purchase)) {
      part.before = { ...part, waits: part.starts > this.now };
      Object.assign(part, { ends: this.now, nextLot: null });
    }
    this.#arrange({});
    this.#grant();
  }

  /** Continues a paused purchase: its refund failed, or its dispute was won. */
  resume(purchase: number): void {
    this.steps.push(`${this.now.toISOString()} resume ${purchase}`);
    const found = this.purchases[purchase];
    if (!found?.paused) return;
    found.paused = false;
    const resumed: (WaitingTerm & { purchase: number })[] = [];
    for (const part of this.#parts.filter((each) => each.purchase === purchase && each.before)) {
      const { before, ends: paused } = part;
      if (!before) continue;
      delete part.before;
      const { running, later } = resumeTerm(before, before.waits ? undefined : paused, this.now);
      const { product } = part;
      if (before.waits) this.#parts = this.#parts.filter((each) => each !== part);
      if (running) {
        this.#parts.push({ id: this.#newId(), purchase, product, ...running, nextLot: null });
      }
      if (later) resumed.push({ id: this.#newId(), purchase, product, length: later });
    }
    this.#arrange({ resumed });
    this.#grant();
  }

  /** Lets time pass, and grants each lot when it is due. */
  pass(milliseconds: number): void {
    const until = new Date(this.now.getTime() + milliseconds);
    for (;;) {
      const due = this.#parts.flatMap(({ nextLot }) =>
        nextLot && nextLot <= until ? nextLot : [],
      );
      const next = due.toSorted((one, other) => Number(one) - Number(other))[0];
      if (!next) break;
      if (next > this.now) this.now = next;
      this.#grant();
    }
    this.now = until;
  }

  /** Whether there is paid time now. */
  isCovered(): boolean {
    return this.#open().some(({ starts }) => starts <= this.now);
  }

  /** Whether paid time waits. */
  isWaiting(): boolean {
    return this.#open().some(({ starts }) => starts > this.now);
  }

  /** Milliseconds of a purchase that were granted, without the days for which the last lot of a billed period stays. */
  granted(purchase: number): number {
    return this.#parts
      .filter((part) => part.purchase === purchase && part.starts <= this.now)
      .reduce((sum, part) => {
        const until = paidUntil(part) < part.ends ? paidUntil(part) : part.ends;
        return sum + Math.max(Number(until) - Number(part.starts), 0);
      }, 0);
  }

  /** The open terms, in the order of time. */
  openSpans(): string[] {
    return this.#open().map(describeSpan).toSorted();
  }

  lines(): string[] {
    return this.#parts.map(
      ({ product, starts, ends, purchase }) =>
        `${purchase} ${product} ${starts.toISOString()} ${ends.toISOString()}`,
    );
  }

  #open(): Part[] {
    return this.#parts.filter(({ ends }) => ends > this.now);
  }

  #arrange(news: {
    billed?: Part;
    resumed?: (WaitingTerm & { purchase: number })[];
    added?: (WaitingTerm & { purchase: number })[];
  }): void {
    const { billed, resumed = [], added = [] } = news;
    if (billed) this.#parts.push(billed);
    const { placed, cut } = arrangeTerms(this.#open(), this.now, { resumed, added });
    for (const [id, place] of placed) {
      const change = { ...place, lotsUntil: null, nextLot: place.starts };
      const part = this.#parts.find((each) => each.id === id);
      const term = [...resumed, ...added].find((each) => each.id === id);
      if (part) Object.assign(part, change);
      else if (term)
        this.#parts.push({ id, product: term.product, purchase: term.purchase, ...change });
    }
    for (const { id, ends, rest } of cut) {
      const part = this.#parts.find((each) => each.id === id);
      if (!part) throw new Error('Another term was cut');
      Object.assign(part, { ends, lotsUntil: null, nextLot: null });
      const { product, purchase } = part;
      this.#parts.push({ id: this.#newId(), product, purchase, ...rest, nextLot: rest.starts });
    }
  }

  #grant(): void {
    for (const part of this.#parts) {
      if (!part.nextLot || part.nextLot > this.now) continue;
      const index = lotIndexAt(part, this.now);
      const purchase = this.purchases[part.purchase];
      part.nextLot = index === undefined ? null : (lotSpan(part, index + 1)?.starts ?? null);
      if (index === undefined || !purchase) continue;
      // A plan that begins has its days; before it, it has months.
      purchase.paid ??= Number(paidUntil(part)) - Number(part.starts);
      purchase.lots += 1;
    }
  }

  #newId(): string {
    this.#ids += 1;
    return `${this.#ids}`;
  }
}

/** Returns product, start and end of a term for comparisons. */
export function describeSpan({ product, starts, ends, lotsUntil }: TermTimes): string {
  const until = (lotsUntil ?? ends).toISOString();
  return `${starts.toISOString()} ${until} ${ends.toISOString()} ${product}`;
}

type TermTimes = Pick<PlanTerm, 'product' | 'starts' | 'ends' | 'lotsUntil'>;

/**
 * Runs a random sequence of purchases, upgrades, refunds, disputes and days, and then lets everything that is not
 * refunded run out. Each plan must have had the days, and Pro the months, that were paid, without a hole before its end.
 */
export function runTerms(random: Random): TermModel {
  const start = Date.UTC(2026, random.whole(0, 25), random.whole(1, 31), random.whole(0, 23));
  const model = new TermModel(new Date(start));
  for (let step = random.whole(2, 14); step > 0; step -= 1) {
    const purchase = random.whole(0, Math.max(model.purchases.length - 1, 0));
    switch (random.whole(0, 5)) {
      case 0:
      case 1:
        model.buy(random.oneOf(planProducts), random.whole(0, 1) === 0);
        break;
      case 2:
        model.pause(purchase);
        break;
      case 3:
        model.resume(purchase);
        break;
      default:
        model.pass(random.whole(0, random.oneOf([2, 40, 500])) * day + random.whole(0, day - 1));
    }
    checkCover(model);
  }
  while (model.isWaiting() || model.isCovered()) {
    model.pass(random.whole(1, 90) * day);
    checkCover(model);
  }
  for (const [index, { product, paused, paid, lots }] of model.purchases.entries()) {
    if (paused) continue;
    const about = `seed ${random.seed}, purchase ${index}:\n${[...model.steps, ...model.lines()].join('\n')}`;
    // A month, and a year, has its days from the time on at which it begins.
    expect(model.granted(index), about).toBe(paid);
    expect((paid ?? 0) / (monthsOf(product) * 30.4 * day), about).toBeCloseTo(1, 0);
    if (isPro(product)) expect(lots, about).toBe(monthsOf(product));
  }
  return model;
}

function checkCover(model: TermModel): void {
  const isHole = model.isWaiting() && !model.isCovered();
  expect(isHole, `a hole:\n${[...model.steps, ...model.lines()].join('\n')}`).toBe(false);
}
