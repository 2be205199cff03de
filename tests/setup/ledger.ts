import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database, Executor } from '#server/db/connect.ts';
import { adjustCredits } from '#server/services/credits/adjust.ts';
import { expireEndedLots } from '#server/services/credits/expire.ts';
import { freezeCredits } from '#server/services/credits/freeze.ts';
import { grantCredits } from '#server/services/credits/grant.ts';
import { holdCredits } from '#server/services/credits/hold.ts';
import type { LedgerSource } from '#server/services/credits/post.ts';
import { type Refunded, refundCredits } from '#server/services/credits/refund.ts';
import { releaseHold } from '#server/services/credits/release.ts';
import { restoreRefund } from '#server/services/credits/restore.ts';
import { settleHold } from '#server/services/credits/settle.ts';
import { unfreezeCredits } from '#server/services/credits/unfreeze.ts';

/** The noon at which tests of the ledger begin. */
export const ledgerStart = new Date('2026-06-01T12:00:00Z');

/** By default a source that is not an answer, so that the rule "open holds are running answers" is not tested. */
export function newSource(type: LedgerSource['type'] = 'order'): LedgerSource {
  return { type, id: randomUUID() };
}

export type Sums = { available: number; held: number; frozen: number };

/** Every verb of the ledger, each in a transaction of its own. */
export class Ledger {
  readonly #database: Database;
  /** The time of all servers' clocks. */
  now = ledgerStart;

  constructor(database: Database) {
    this.#database = database;
  }

  grant(userId: string, amount: number, ends: Date | null = null, source = newSource()) {
    const grant = { userId, amount, source, reason: 'test', product: null, ends };
    return this.#run((transaction) => grantCredits(transaction, grant));
  }

  /** One lot of several that came from the same order. */
  grantFrom(
    userId: string,
    amount: number,
    origin: LedgerSource,
    lot: { ends: Date | null; source: LedgerSource },
  ) {
    const grant = { userId, amount, origin, reason: 'test', product: null, ...lot };
    return this.#run((transaction) => grantCredits(transaction, grant));
  }

  hold(userId: string, amount: number, source: LedgerSource, now = this.now) {
    return this.#run((transaction) => holdCredits(transaction, { userId, amount, source, now }));
  }

  settle(userId: string, source: LedgerSource) {
    return this.#run((transaction) => settleHold(transaction, userId, source, 'test'));
  }

  release(userId: string, source: LedgerSource, now = this.now) {
    return this.#run((transaction) => releaseHold(transaction, userId, source, 'test', now));
  }

  refund(
    userId: string,
    origin: LedgerSource,
    total: number,
    source = newSource('refund'),
    now = this.now,
  ): Promise<Refunded | undefined> {
    const refund = { userId, origin, total, source, reason: 'payment_refunded', now };
    return this.#run((transaction) => refundCredits(transaction, refund));
  }

  restore(userId: string, source: LedgerSource, now = this.now) {
    return this.#run((transaction) => restoreRefund(transaction, { userId, source, now }));
  }

  freeze(userId: string, origin: LedgerSource, source = newSource('dispute'), now = this.now) {
    const freeze = { userId, origin, source, reason: 'payment_disputed', now };
    return this.#run((transaction) => freezeCredits(transaction, freeze));
  }

  unfreeze(userId: string, source: LedgerSource, now = this.now) {
    const unfreeze = { userId, source, reason: 'dispute_won', now };
    return this.#run((transaction) => unfreezeCredits(transaction, unfreeze));
  }

  adjust(userId: string, amount: number, source = newSource('operator'), now = this.now) {
    const adjustment = { userId, amount, source, reason: 'operator_adjusted', now };
    return this.#run((transaction) => adjustCredits(transaction, adjustment));
  }

  expire(now: Date): Promise<number> {
    return expireEndedLots(this.#database, now);
  }

  async sums(userId: string): Promise<Sums> {
    const { rows } = await this.#database.query.execute<Sums>(
      sql`select available::int, held::int, frozen::int from credit_balance where user_id = ${userId}`,
    );
    if (!rows[0]) throw new Error('This user has no balance');
    return rows[0];
  }

  #run<Result>(work: (transaction: Executor) => Promise<Result>): Promise<Result> {
    return this.#database.transaction(work);
  }
}
