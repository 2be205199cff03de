/** Where one credit is. */
type Place =
  | { at: 'lot' }
  | { at: 'held'; by: string }
  | { at: 'refunded'; by: string }
  | { at: 'gone' };

type ModelLot = {
  id: string;
  origin: string;
  ends: number;
  hasExpired: boolean;
  freezes: number;
  credits: Place[];
};

type Debt = { refund: string; created: number; lot: ModelLot; asked: number };

/** The call, with the source as one text. */
export type Operation =
  | { kind: 'grant'; source: string; origin: string; amount: number; ends: number }
  | { kind: 'hold'; source: string; amount: number; now: number }
  | { kind: 'settle'; source: string }
  | { kind: 'release'; source: string; now: number }
  | { kind: 'refund'; source: string; origin: string; total: number; now: number }
  | { kind: 'restore'; source: string; now: number }
  | { kind: 'freeze'; source: string; origin: string }
  | { kind: 'unfreeze'; source: string; now: number }
  | { kind: 'adjust'; source: string; amount: number; now: number };

/**
 * The credits of one user, each of them by itself: nothing is summed up or subtracted, so that it shares no mistake
 * with the ledger. It receives the posted entries, in their order.
 */
export class LedgerModel {
  #lots: ModelLot[] = [];
  #debts: Debt[] = [];
  readonly #frozenBy = new Map<string, ModelLot[]>();

  /** Does what an operation does that was posted. `lotId` is the lot that it opened. */
  apply(operation: Operation, lotId: string | undefined): void {
    switch (operation.kind) {
      case 'grant':
        return this.#open(operation.amount, operation.origin, operation.ends, lotId);
      case 'adjust':
        if (operation.amount > 0)
          return this.#open(operation.amount, operation.source, Infinity, lotId);
        return this.#take(-operation.amount, operation.now, { at: 'gone' });
      case 'hold':
        return this.#take(operation.amount, operation.now, { at: 'held', by: operation.source });
      case 'settle':
        return this.#move('held', operation.source, { at: 'gone' });
      case 'release':
        return this.#giveBack('held', operation.source, operation.now);
      case 'refund':
        return this.#refund(operation);
      case 'restore':
        this.#debts = this.#debts.filter(({ refund }) => refund !== operation.source);
        return this.#giveBack('refunded', operation.source, operation.now);
      case 'freeze':
        return this.#freeze(operation);
      case 'unfreeze':
        return this.#unfreeze(operation);
    }
  }

  /** Expires the rest of a lot that ended. */
  expire(lotId: string): void {
    const lot = this.#lots.find(({ id }) => id === lotId);
    if (!lot) throw new Error('The model does not know this lot');
    lot.hasExpired = true;
    moveFrom(lot, lot.credits.length, { at: 'gone' });
  }

  /** Every lot as the ledger has it, by id. */
  lots(): { id: string; remaining: number; frozen: number; freezes: number }[] {
    return this.#lots
      .map((lot) => {
        const left = inLot(lot);
        const isFrozen = lot.freezes > 0;
        const [remaining, frozen] = isFrozen ? [0, left] : [left, 0];
        return { id: lot.id, remaining, frozen, freezes: lot.freezes };
      })
      .toSorted((one, other) => (one.id < other.id ? -1 : 1));
  }

  held(): number {
    return this.#lots.flatMap(({ credits }) => credits.filter(({ at }) => at === 'held')).length;
  }

  /** Credits that refunds asked, by refund and lot, with those that they took. */
  refunds(): { refund: string; lot: string; asked: number; taken: number }[] {
    return this.#debts.map(({ refund, lot, asked }) => ({
      refund,
      lot: lot.id,
      asked,
      taken: taken(lot, refund),
    }));
  }

  #open(amount: number, origin: string, ends: number, id: string | undefined): void {
    if (id === undefined) throw new Error('The ledger opened no lot');
    const credits = Array.from({ length: amount }, (): Place => ({ at: 'lot' }));
    this.#lots.push({ id, origin, ends, hasExpired: false, freezes: 0, credits });
    this.#lots.sort((one, other) =>
      one.ends === other.ends ? (one.id < other.id ? -1 : 1) : one.ends - other.ends,
    );
  }

  #take(amount: number, now: number, to: Place): void {
    let missing = amount;
    for (const lot of this.#lots.filter(({ ends, freezes }) => ends > now && freezes === 0)) {
      missing -= moveFrom(lot, missing, to);
    }
    if (missing > 0) throw new Error('The ledger took credits that the model does not have');
  }

  #move(at: 'held' | 'refunded', by: string, to: Place): void {
    for (const { credits } of this.#lots) {
      for (const [index, place] of credits.entries()) {
        if (place.at === at && place.by === by) credits[index] = to;
      }
    }
  }

  #giveBack(at: 'held' | 'refunded', by: string, now: number): void {
    const before = new Map(this.#lots.map((lot) => [lot, inLot(lot)]));
    this.#move(at, by, { at: 'lot' });
    this.#payDebts();
    // Earlier rows wait for the job.
    for (const [lot, there] of before) this.#expireIfEnded(lot, now, inLot(lot) - there);
  }

  #payDebts(): void {
    const inOrder = this.#debts.toSorted((one, other) =>
      one.created === other.created
        ? one.refund < other.refund
          ? -1
          : 1
        : one.created - other.created,
    );
    for (const { lot, asked, refund } of inOrder) {
      moveFrom(lot, asked - taken(lot, refund), { at: 'refunded', by: refund });
    }
  }

  #refund({ source, origin, total, now }: Operation & { kind: 'refund' }): void {
    const lots = this.#lots.filter((lot) => lot.origin === origin);
    const askedOf = (lot: ModelLot) =>
      this.#debts.filter((debt) => debt.lot === lot).reduce((sum, debt) => sum + debt.asked, 0);
    let missing = Math.min(
      total,
      lots.reduce((sum, lot) => sum + lot.credits.length, 0),
    );
    for (const lot of lots) missing -= askedOf(lot);
    const capacities: ((lot: ModelLot) => number)[] = [
      (lot) => inLot(lot),
      (lot) => {
        const held = lot.credits.filter(({ at }) => at === 'held').length;
        const owed = this.#debts
          .filter((debt) => debt.lot === lot && debt.refund !== source)
          .reduce((sum, { asked, refund }) => sum + asked - taken(lot, refund), 0);
        return held - owed;
      },
      (lot) => lot.credits.length - askedOf(lot),
    ];
    for (const capacity of capacities) {
      for (const lot of lots) {
        const asked = Math.max(0, Math.min(missing, capacity(lot)));
        if (asked === 0) continue;
        missing -= asked;
        this.#addDebt({ refund: source, created: now, lot, asked });
        if (capacity === capacities[0]) moveFrom(lot, asked, { at: 'refunded', by: source });
      }
    }
  }

  #addDebt(debt: Debt): void {
    const same = this.#debts.find(({ refund, lot }) => refund === debt.refund && lot === debt.lot);
    if (same) same.asked += debt.asked;
    else this.#debts.push(debt);
  }

  #freeze({ source, origin }: Operation & { kind: 'freeze' }): void {
    const lots = this.#lots.filter((lot) => lot.origin === origin);
    this.#frozenBy.set(source, lots);
    for (const lot of lots) lot.freezes += 1;
  }

  #unfreeze({ source, now }: Operation & { kind: 'unfreeze' }): void {
    for (const lot of this.#frozenBy.get(source) ?? []) {
      lot.freezes -= 1;
      this.#expireIfEnded(lot, now, inLot(lot));
    }
  }

  #expireIfEnded(lot: ModelLot, now: number, most: number): void {
    const hasEnded = lot.ends <= now || lot.hasExpired;
    if (lot.freezes === 0 && hasEnded) moveFrom(lot, most, { at: 'gone' });
  }
}

function inLot(lot: ModelLot): number {
  return lot.credits.filter(({ at }) => at === 'lot').length;
}

function taken({ credits }: ModelLot, refund: string): number {
  return credits.filter((place) => place.at === 'refunded' && place.by === refund).length;
}

/** Moves at most `most` credits that are in a lot. Returns how many. */
function moveFrom({ credits }: ModelLot, most: number, to: Place): number {
  let moved = 0;
  for (const [index, { at }] of credits.entries()) {
    if (moved >= most) break;
    if (at !== 'lot') continue;
    credits[index] = to;
    moved += 1;
  }
  return moved;
}
