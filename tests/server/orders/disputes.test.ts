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

describe('a dispute', () => {
  it('freezes the rest of the order only, once', async () => {
    const { userId, order } = await buy(10, later);
    await ledger.grant(userId, 5);
    await spend(userId, 2);
    const dispute = newSource('dispute');
    expect(await ledger.freeze(userId, order, dispute)).toBe(true);
    expect(await ledger.freeze(userId, order, dispute)).toBe(false);
    expect(await ledger.sums(userId)).toEqual({ available: 5, held: 0, frozen: 8 });
    await expect(ledger.hold(userId, 6, newSource())).rejects.toMatchObject({
      code: 'no_credits',
      details: { available: 5 },
    });
  });

  it('gives exactly those credits back when it is won', async () => {
    const { userId, order } = await buy(10);
    await spend(userId, 2);
    const dispute = newSource('dispute');
    await ledger.freeze(userId, order, dispute);
    expect(await ledger.unfreeze(userId, dispute)).toBe(true);
    expect(await ledger.unfreeze(userId, dispute)).toBe(false);
    expect(await ledger.sums(userId)).toEqual({ available: 8, held: 0, frozen: 0 });
    expect(await ledger.refund(userId, order, 10)).toEqual({ taken: 8, missing: 2 });
  });

  it('removes them when it is lost, and a later refund finds no credits', async () => {
    const { userId, order } = await buy(10);
    await spend(userId, 2);
    const dispute = newSource('dispute');
    await ledger.freeze(userId, order, dispute);
    expect(await ledger.refund(userId, order, 10, dispute)).toEqual({ taken: 8, missing: 2 });
    await ledger.unfreeze(userId, dispute);
    expect(await ledger.sums(userId)).toEqual({ available: 0, held: 0, frozen: 0 });
    expect(await ledger.refund(userId, order, 10)).toBeUndefined();
  });

  it('leaves a refund between its credits', async () => {
    const { userId, order } = await buy(10);
    const dispute = newSource('dispute');
    const refund = newSource('refund');
    await ledger.freeze(userId, order, dispute);
    expect(await ledger.refund(userId, order, 4, refund)).toEqual({ taken: 4, missing: 0 });
    expect(await ledger.sums(userId)).toEqual({ available: 0, held: 0, frozen: 6 });
    await ledger.restore(userId, refund);
    expect(await ledger.sums(userId)).toEqual({ available: 0, held: 0, frozen: 10 });
    await ledger.unfreeze(userId, dispute);
    expect(await ledger.sums(userId)).toEqual({ available: 10, held: 0, frozen: 0 });
  });

  it('gets the credits of a hold that is released', async () => {
    const { userId, order } = await buy(10);
    const question = newSource();
    const dispute = newSource('dispute');
    await ledger.hold(userId, 10, question);
    await ledger.freeze(userId, order, dispute);
    await ledger.release(userId, question);
    expect(await ledger.sums(userId)).toEqual({ available: 0, held: 0, frozen: 10 });
    await ledger.unfreeze(userId, dispute);
    expect(await ledger.sums(userId)).toEqual({ available: 10, held: 0, frozen: 0 });
  });

  it('keeps them until the last of several disputes is over', async () => {
    const { userId, order } = await buy(10);
    const [one, other] = [newSource('dispute'), newSource('dispute')];
    await ledger.freeze(userId, order, one);
    await ledger.freeze(userId, order, other);
    await ledger.unfreeze(userId, one);
    expect(await ledger.sums(userId)).toEqual({ available: 0, held: 0, frozen: 10 });
    await ledger.unfreeze(userId, other);
    expect(await ledger.sums(userId)).toEqual({ available: 10, held: 0, frozen: 0 });
  });

  it('lets a lot that ends during it expire when it is over, not before', async () => {
    const { userId, order } = await buy(10, new Date(ledgerStart.getTime() + day));
    const dispute = newSource('dispute');
    await ledger.freeze(userId, order, dispute);
    await ledger.expire(later);
    expect(await ledger.sums(userId)).toEqual({ available: 0, held: 0, frozen: 10 });
    await ledger.unfreeze(userId, dispute, later);
    expect(await ledger.sums(userId)).toEqual({ available: 0, held: 0, frozen: 0 });
  });

  it('finds nothing for an order without credits', async () => {
    const userId = await createUser(database, 3);
    const dispute = newSource('dispute');
    expect(await ledger.freeze(userId, newSource(), dispute)).toBe(false);
    await expect(ledger.unfreeze(userId, dispute)).rejects.toThrow('freezes no credits');
  });
});

describe('an adjustment', () => {
  it('adds a lot that does not end, or takes those that end soonest', async () => {
    const { userId } = await buy(5, later);
    expect(await ledger.adjust(userId, 4)).toBe(true);
    expect(await ledger.adjust(userId, -6)).toBe(true);
    await ledger.expire(later);
    expect(await ledger.sums(userId)).toEqual({ available: 3, held: 0, frozen: 0 });
  });

  it('takes none if there are fewer than requested, in any number of parallel tries', async () => {
    const userId = await createUser(database, 10);
    const tries = Array.from({ length: 16 }, () => ledger.adjust(userId, -4));
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    await expect(ledger.adjust(userId, -4)).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'credits: the user can spend only 2',
    });
  });
});
