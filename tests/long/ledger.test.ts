import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expireEndedLots } from '#server/services/credits/expire.ts';
import { grantCredits } from '#server/services/credits/grant.ts';
import { holdCredits } from '#server/services/credits/hold.ts';
import type { LedgerSource } from '#server/services/credits/post.ts';
import { releaseHold } from '#server/services/credits/release.ts';
import { settleHold } from '#server/services/credits/settle.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { type TestDatabase, createTestDatabase, createUser } from '../setup/database.ts';
import { Random } from '../setup/random.ts';

const connections = 32;
const seconds = 60;
const users = 6;
const slotsPerUser = 12;
const hour = 3_600_000;
const begin = Date.parse('2026-06-01T12:00:00Z');
const refusal = /Not enough credits|holds no credits|holds credits already/;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase(connections);
});

afterAll(() => database.drop());

type Account = { userId: string; granted: number; slots: LedgerSource[] };

const newSource = (): LedgerSource => ({ type: 'order', id: randomUUID() });

/** One random verb. What is refused changes nothing; a slot that was closed is soon used for a new source. */
async function act(random: Random, account: Account): Promise<void> {
  const { userId } = account;
  const slot = random.whole(0, slotsPerUser - 1);
  const source = account.slots[slot] ?? newSource();
  // The clocks of servers differ, and time goes on.
  const now = new Date(begin + random.whole(0, 6) * hour);
  const verb = random.oneOf(['grant', 'hold', 'hold', 'settle', 'release', 'expire', 'renew']);
  if (verb === 'expire') return void (await expireEndedLots(database, now));
  if (verb === 'renew') return void (account.slots[slot] = await renewed(account, source, now));
  await database.transaction(async (transaction) => {
    if (verb === 'hold')
      await holdCredits(transaction, { userId, amount: random.whole(1, 6), source, now });
    else if (verb === 'settle') await settleHold(transaction, userId, source, 'test');
    else if (verb === 'release') await releaseHold(transaction, userId, source, 'test', now);
    else {
      const amount = random.whole(1, 9);
      const ends = random.whole(0, 3) === 0 ? null : new Date(begin + random.whole(-1, 7) * hour);
      const grant = { userId, amount, ends, source: newSource(), reason: 'test', product: null };
      await grantCredits(transaction, grant);
      account.granted += amount;
    }
  });
}

/** Closes what the source may hold, so that its slot can take another one. */
async function renewed(account: Account, source: LedgerSource, now: Date): Promise<LedgerSource> {
  await database
    .transaction((transaction) => releaseHold(transaction, account.userId, source, 'test', now))
    .catch(passRefusal);
  return newSource();
}

function passRefusal(error: unknown): false {
  if (error instanceof Error && refusal.test(error.message)) return false;
  throw error;
}

async function totals(userId: string): Promise<{ left: number; gone: number }> {
  const { rows } = await database.query.execute<{ left: number; gone: number }>(
    sql`select coalesce(sum(balance_change + held_change), 0)::int as left,
        coalesce(sum(-balance_change - held_change) filter (where kind in ('settle', 'expire')), 0)::int as gone
      from ledger_entry where user_id = ${userId}`,
  );
  return rows[0] ?? { left: NaN, gone: NaN };
}

it(
  'keeps every promise of the ledger under a minute of random verbs on 32 connections',
  async () => {
    const accounts: Account[] = [];
    for (let index = 0; index < users; index += 1) {
      const slots = Array.from({ length: slotsPerUser }, newSource);
      accounts.push({ userId: await createUser(database, 10), granted: 10, slots });
    }
    const end = Date.now() + seconds * 1_000;
    let [done, refused] = [0, 0];
    const seed = Number(process.env['LEDGER_SEED'] ?? Date.now() % 1_000_000);
    const workers = Array.from({ length: connections }, async (_, index) => {
      const random = new Random(seed + index);
      while (Date.now() < end) {
        const account = accounts[random.whole(0, users - 1)];
        if (account)
          await act(random, account).then(
            () => (done += 1),
            (error: unknown) => (refused += passRefusal(error) ? 0 : 1),
          );
      }
    });
    const watcher = (async () => {
      for (; Date.now() < end; await pause(5_000)) expect(await verifyLedger(database)).toEqual([]);
    })();
    await Promise.all([...workers, watcher]);
    console.log(`LEDGER_SEED=${seed}: ${done} verbs, ${refused} refused`);
    expect(await verifyLedger(database)).toEqual([]);
    for (const { userId, granted } of accounts) {
      const { left, gone } = await totals(userId);
      expect(left + gone).toBe(granted);
    }
  },
  (seconds + 60) * 1_000,
);
