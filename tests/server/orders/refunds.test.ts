import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { LedgerSource } from '#server/services/credits/post.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { type TestDatabase, createTestDatabase, createUser } from '../../setup/database.ts';
import { Ledger, ledgerStart, newSource } from '../../setup/ledger.ts';

let database: TestDatabase;
let ledger: Ledger;

beforeAll(async () => {
  database = await createTestDatabase(32);
  ledger = new Ledger(database);
});

afterEach(async () => {
  expect(await verifyLedger(database)).toEqual([]);
});

afterAll(() => database.drop());

const day = 86_400_000;
const later = new Date(ledgerStart.getTime() + 2 * day);

/** A user without other credits, who bought an order of `amount`. */
async function buy(
  amount: number,
  ends: Date | null = null,
): Promise<{ userId: string; order: LedgerSource }> {
  const userId = await createUser(database, 0);
  const order = newSource();
  await ledger.grant(userId, amount, ends, order);
  return { userId, order };
}

async function spend(userId: string, amount: number): Promise<void> {
  const source = newSource();
  await ledger.hold(userId, amount, source);
  await ledger.settle(userId, source);
}

describe('a refund', () => {
  it('takes only the difference to the total of earlier refunds', async () => {
    const { userId, order } = await buy(100);
    expect(await ledger.refund(userId, order, 30)).toEqual({ taken: 30, missing: 0 });
    expect(await ledger.refund(userId, order, 60)).toEqual({ taken: 30, missing: 0 });
    expect(await ledger.sums(userId)).toEqual({ available: 40, held: 0, frozen: 0 });
  });

  it('takes nothing for a total that was requested before, or is smaller', async () => {
    const { userId, order } = await buy(100);
    await ledger.refund(userId, order, 60);
    expect(await ledger.refund(userId, order, 60)).toBeUndefined();
    expect(await ledger.refund(userId, order, 30)).toBeUndefined();
    expect(await ledger.sums(userId)).toMatchObject({ available: 40 });
  });

  it('is posted once, in any number of parallel tries', async () => {
    const { userId, order } = await buy(100);
    const source = newSource('refund');
    const tries = Array.from({ length: 32 }, () => ledger.refund(userId, order, 25, source));
    const outcomes = await Promise.all(tries);
    expect(outcomes.filter((outcome) => outcome !== undefined)).toHaveLength(1);
    expect(await ledger.sums(userId)).toMatchObject({ available: 75 });
  });

  it('takes the difference to the largest total of many parallel ones', async () => {
    const { userId, order } = await buy(100);
    const totals = [10, 20, 30, 40, 50, 60, 70, 80];
    await Promise.all(totals.map((total) => ledger.refund(userId, order, total)));
    expect(await ledger.sums(userId)).toMatchObject({ available: 20 });
  });

  it('takes the rest of a lot, records the missing part and leaves other credits alone', async () => {
    const { userId, order } = await buy(10, later);
    await ledger.grant(userId, 50);
    await spend(userId, 7);
    expect(await ledger.refund(userId, order, 10)).toEqual({ taken: 3, missing: 7 });
    expect(await ledger.sums(userId)).toEqual({ available: 50, held: 0, frozen: 0 });
  });

  it('takes no more than the order gave', async () => {
    const { userId, order } = await buy(10);
    expect(await ledger.refund(userId, order, 1_000)).toEqual({ taken: 10, missing: 0 });
    expect(await ledger.refund(userId, order, 2_000)).toBeUndefined();
  });

  it('takes nothing from a user of another order, or without credits', async () => {
    const { userId, order } = await buy(4);
    expect(await ledger.refund(userId, newSource(), 4)).toBeUndefined();
    await spend(userId, 4);
    expect(await ledger.refund(userId, order, 4)).toEqual({ taken: 0, missing: 4 });
    expect(await ledger.sums(userId)).toEqual({ available: 0, held: 0, frozen: 0 });
  });
});

describe('a refund while a question holds the credits', () => {
  it('lets the hold settle, and records the credits that it could not take', async () => {
    const { userId, order } = await buy(10);
    const question = newSource();
    await ledger.hold(userId, 4, question);
    expect(await ledger.refund(userId, order, 10)).toEqual({ taken: 6, missing: 4 });
    expect(await ledger.settle(userId, question)).toBe(true);
    expect(await ledger.sums(userId)).toEqual({ available: 0, held: 0, frozen: 0 });
  });

  it('takes the credits when the hold is released', async () => {
    const { userId, order } = await buy(10);
    const question = newSource();
    await ledger.hold(userId, 4, question);
    await ledger.refund(userId, order, 10);
    expect(await ledger.release(userId, question)).toBe(true);
    expect(await ledger.sums(userId)).toEqual({ available: 0, held: 0, frozen: 0 });
  });

  it('returns the credits that a partial refund does not need', async () => {
    const { userId, order } = await buy(10);
    const [one, other] = [newSource(), newSource()];
    await ledger.hold(userId, 6, one);
    await ledger.hold(userId, 4, other);
    expect(await ledger.refund(userId, order, 3)).toEqual({ taken: 0, missing: 3 });
    expect(await ledger.refund(userId, order, 5)).toEqual({ taken: 0, missing: 2 });
    await ledger.release(userId, other);
    expect(await ledger.sums(userId)).toEqual({ available: 0, held: 6, frozen: 0 });
    await ledger.release(userId, one);
    expect(await ledger.sums(userId)).toEqual({ available: 5, held: 0, frozen: 0 });
  });

  it('takes from the lot of the hold, not from a spent one', async () => {
    const userId = await createUser(database, 0);
    const order = newSource();
    const lots = [newSource('plan'), newSource('plan')];
    for (const [index, source] of lots.entries()) {
      const ends = new Date(ledgerStart.getTime() + (index + 1) * day);
      await ledger.grantFrom(userId, 5, order, { ends, source });
    }
    await spend(userId, 5);
    const question = newSource();
    await ledger.hold(userId, 5, question);
    expect(await ledger.refund(userId, order, 5)).toEqual({ taken: 0, missing: 5 });
    await ledger.release(userId, question);
    expect(await ledger.sums(userId)).toEqual({ available: 0, held: 0, frozen: 0 });
  });
});

describe('a refund that fails', () => {
  it('returns exactly the taken credits, once', async () => {
    const { userId, order } = await buy(10);
    await spend(userId, 7);
    const refund = newSource('refund');
    await ledger.refund(userId, order, 10, refund);
    expect(await ledger.restore(userId, refund)).toBe(true);
    expect(await ledger.restore(userId, refund)).toBe(false);
    expect(await ledger.sums(userId)).toEqual({ available: 3, held: 0, frozen: 0 });
  });

  it('returns the credits of a released hold, and takes no more', async () => {
    const { userId, order } = await buy(10);
    const [one, other] = [newSource(), newSource()];
    await ledger.hold(userId, 6, one);
    await ledger.hold(userId, 4, other);
    const refund = newSource('refund');
    await ledger.refund(userId, order, 10, refund);
    await ledger.release(userId, one);
    await ledger.restore(userId, refund);
    await ledger.release(userId, other);
    expect(await ledger.sums(userId)).toEqual({ available: 10, held: 0, frozen: 0 });
  });

  it('pays another refund that found no credits', async () => {
    const { userId, order } = await buy(10);
    await spend(userId, 4);
    const [failing, lasting] = [newSource('refund'), newSource('refund')];
    await ledger.refund(userId, order, 6, failing);
    expect(await ledger.refund(userId, order, 10, lasting)).toEqual({ taken: 0, missing: 4 });
    await ledger.restore(userId, failing);
    expect(await ledger.sums(userId)).toEqual({ available: 2, held: 0, frozen: 0 });
    expect(await ledger.refund(userId, order, 4)).toBeUndefined();
  });

  it('returns no credits of a lot that ended meanwhile', async () => {
    const { userId, order } = await buy(10, new Date(ledgerStart.getTime() + day));
    const refund = newSource('refund');
    await ledger.refund(userId, order, 10, refund);
    await ledger.restore(userId, refund, later);
    expect(await ledger.sums(userId)).toEqual({ available: 0, held: 0, frozen: 0 });
  });

  it('does not affect other users', async () => {
    const { userId, order } = await buy(10);
    const refund = newSource('refund');
    await ledger.refund(userId, order, 10, refund);
    const stranger = await createUser(database, 0);
    expect(await ledger.restore(stranger, refund)).toBe(false);
    expect(await ledger.sums(userId)).toMatchObject({ available: 0 });
  });
});
