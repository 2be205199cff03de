import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerEntry } from '#server/db/schema/credits.ts';
import { takeCreditsBody } from '#server/db/queries/ledger.ts';
import { AppError } from '#server/errors.ts';
import { holdCredits } from '#server/services/credits/hold.ts';
import { settleHold } from '#server/services/credits/settle.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { type TestDatabase, createTestDatabase, createUser } from '../../setup/database.ts';
import { Ledger, ledgerStart, newSource } from '../../setup/ledger.ts';
import { times } from '../../setup/longRuns.ts';

let database: TestDatabase;
let ledger: Ledger;

beforeAll(async () => {
  database = await createTestDatabase(32);
  ledger = new Ledger(database);
});

afterAll(() => database.drop());

const day = 86_400_000;
const now = ledgerStart;

const sums = async (userId: string) => {
  const { available, held } = await ledger.sums(userId);
  return { available, held };
};

describe('the ledger', () => {
  it('uses the credit function of the migrations, with the same text as the queries', async () => {
    const { rows } = await database.query.execute<{ prosrc: string }>(
      sql`select prosrc from pg_proc where proname = 'take_credits'`,
    );
    expect(rows).toEqual([{ prosrc: takeCreditsBody }]);
  });

  it('holds and settles without a surrounding transaction, 100 at once on 7 credits', async () => {
    const userId = await createUser(database, 7);
    const sources = Array.from({ length: 100 }, newSource);
    const held = await Promise.allSettled(
      sources.map((source) => holdCredits(database.query, { userId, amount: 1, source, now })),
    );
    const won = sources.filter((_, index) => held[index]?.status === 'fulfilled');
    expect(won).toHaveLength(7);
    expect(await sums(userId)).toEqual({ available: 0, held: 7 });
    const twice = await Promise.all(
      [...won, ...won].map((source) => settleHold(database.query, userId, source, 'test')),
    );
    expect(twice.filter(Boolean)).toHaveLength(7);
    expect(await sums(userId)).toEqual({ available: 0, held: 0 });
    await expect(
      holdCredits(database.query, { userId: randomUUID(), amount: 1, source: newSource(), now }),
    ).rejects.toThrow('has no credit balance');
  });

  it('holds, then settles: the balance falls once', async () => {
    const userId = await createUser(database, 10);
    const source = newSource();
    await ledger.hold(userId, 4, source);
    expect(await sums(userId)).toEqual({ available: 6, held: 4 });
    expect(await ledger.settle(userId, source)).toBe(true);
    expect(await ledger.settle(userId, source)).toBe(false);
    expect(await ledger.release(userId, source)).toBe(false);
    expect(await sums(userId)).toEqual({ available: 6, held: 0 });
  });

  it('holds, then releases: nothing is lost', async () => {
    const userId = await createUser(database, 10);
    const source = newSource();
    await ledger.hold(userId, 10, source);
    expect(await ledger.release(userId, source)).toBe(true);
    expect(await ledger.settle(userId, source)).toBe(false);
    expect(await sums(userId)).toEqual({ available: 10, held: 0 });
  });

  it('refuses a hold that the balance cannot cover and names both numbers', async () => {
    const userId = await createUser(database, 3);
    const refusal = await ledger.hold(userId, 4, newSource()).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(AppError);
    expect(refusal).toMatchObject({ code: 'no_credits', details: { price: 4, available: 3 } });
    expect(await sums(userId)).toEqual({ available: 3, held: 0 });
  });

  it('grants a source once, in any number of parallel tries', async () => {
    const userId = await createUser(database, 0);
    const source = newSource();
    const outcomes = await Promise.all(
      Array.from({ length: 32 }, () => ledger.grant(userId, 7, null, source)),
    );
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await sums(userId)).toEqual({ available: 7, held: 0 });
  });

  it('spends the lot that ends soonest first', async () => {
    const userId = await createUser(database, 5);
    await ledger.grant(userId, 5, new Date(now.getTime() + day));
    await ledger.grant(userId, 5, new Date(now.getTime() + 7 * day));
    const source = newSource();
    await ledger.hold(userId, 7, source);
    await ledger.settle(userId, source);
    const { rows } = await database.query.execute<{ remaining: string }>(
      sql`select remaining from credit_lot where user_id = ${userId} order by ends nulls last`,
    );
    expect(rows.map((row) => Number(row.remaining))).toEqual([0, 3, 5]);
  });

  it('expires a lot that ended during a hold when it is released, not before', async () => {
    const userId = await createUser(database, 0);
    await ledger.grant(userId, 5, new Date(now.getTime() + day));
    const source = newSource();
    await ledger.hold(userId, 3, source);
    const later = new Date(now.getTime() + 2 * day);
    await ledger.expire(later);
    expect(await sums(userId)).toEqual({ available: 0, held: 3 });
    await ledger.release(userId, source, later);
    expect(await sums(userId)).toEqual({ available: 0, held: 0 });
    expect(await verifyLedger(database)).toEqual([]);
  });

  it('spends no credits of an expired lot, though the releasing server’s clock is behind', async () => {
    const userId = await createUser(database, 0);
    const ends = new Date(now.getTime() + day);
    await ledger.grant(userId, 5, ends);
    const source = newSource();
    await ledger.hold(userId, 3, source);
    await ledger.expire(ends);
    await ledger.release(userId, source, new Date(ends.getTime() - 1));
    await ledger.expire(ends);
    expect(await sums(userId)).toEqual({ available: 0, held: 0 });
    await expect(ledger.hold(userId, 1, newSource(), ends)).rejects.toMatchObject({
      code: 'no_credits',
    });
  });

  it('does not let a hold spend a lot that has ended', async () => {
    const userId = await createUser(database, 0);
    await ledger.grant(userId, 5, new Date(now.getTime() - 1));
    await expect(ledger.hold(userId, 1, newSource())).rejects.toMatchObject({ code: 'no_credits' });
  });

  it('refuses to change or delete an entry', async () => {
    await createUser(database, 1);
    const change = database.query.update(ledgerEntry).set({ reason: 'other' });
    await expect(change).rejects.toMatchObject({ cause: { message: 'the ledger is append-only' } });
    await expect(database.query.delete(ledgerEntry)).rejects.toThrow();
  });

  it('detects a balance that was changed directly', async () => {
    const userId = await createUser(database, 5);
    await database.query.execute(
      sql`update credit_balance set available = 6 where user_id = ${userId}`,
    );
    const violations = await verifyLedger(database);
    expect(violations.map((violation) => violation.rows)).toEqual([[userId], [userId]]);
    await database.query.execute(
      sql`update credit_balance set available = 5 where user_id = ${userId}`,
    );
  });
});

const refusal = /Not enough credits|holds no credits|holds credits already/;

describe('the ledger under 32 parallel connections', () => {
  it('keeps every promise in any order of verbs', async () => {
    const verb = fc.record({
      verb: fc.constantFrom('hold', 'settle', 'release', 'grant', 'expire'),
      user: fc.integer({ min: 0, max: 3 }),
      slot: fc.integer({ min: 0, max: 15 }),
      amount: fc.integer({ min: 1, max: 6 }),
      hours: fc.integer({ min: -1, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(verb, { minLength: 64, maxLength: 200 }), async (verbs) => {
        const users = await Promise.all(
          [10, 0, 25, 3].map((credits) => createUser(database, credits)),
        );
        const slots = Array.from({ length: 16 }, () => newSource());
        const granted = [10, 0, 25, 3];
        const run = async (step: (typeof verbs)[number]) => {
          // A slot belongs to one user: a source is never shared between users in life.
          const owner = step.verb === 'grant' || step.verb === 'expire' ? step.user : step.slot % 4;
          const userId = users[owner] ?? '';
          const source = slots[step.slot] ?? newSource();
          const at = new Date(now.getTime() + step.hours * 3_600_000);
          if (step.verb === 'grant') {
            if (await ledger.grant(userId, step.amount, at))
              granted[owner] = (granted[owner] ?? 0) + step.amount;
          } else if (step.verb === 'hold') await ledger.hold(userId, step.amount, source, at);
          else if (step.verb === 'settle') await ledger.settle(userId, source);
          else if (step.verb === 'release') await ledger.release(userId, source, at);
          else await ledger.expire(at);
        };
        // Refusals are part of life here; broken sums and deadlocks are not.
        for (let start = 0; start < verbs.length; start += 32) {
          const outcomes = await Promise.allSettled(verbs.slice(start, start + 32).map(run));
          for (const outcome of outcomes) {
            if (outcome.status === 'rejected') expect(String(outcome.reason)).toMatch(refusal);
          }
        }
        expect(await verifyLedger(database)).toEqual([]);
        for (const [index, userId] of users.entries()) {
          const { rows } = await database.query.execute<{ left: string; gone: string }>(
            sql`select coalesce(sum(balance_change + held_change), 0) as left,
                coalesce(sum(-balance_change - held_change) filter (where kind in ('settle', 'expire')), 0) as gone
              from ledger_entry where user_id = ${userId}`,
          );
          expect(Number(rows[0]?.left) + Number(rows[0]?.gone)).toBe(granted[index]);
        }
      }),
      { numRuns: times(5, 15) },
    );
  });
});
