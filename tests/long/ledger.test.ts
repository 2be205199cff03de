import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LedgerSource } from '#server/services/credits/post.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { type TestDatabase, createTestDatabase, createUser } from '../setup/database.ts';
import { Ledger, ledgerStart, newSource } from '../setup/ledger.ts';
import { Random } from '../setup/random.ts';

const connections = 32;
const seconds = 60;
const users = 6;
const slotsPerUser = 12;
const refusal = /Not enough credits|holds no credits|holds credits already/;

let database: TestDatabase;
let ledger: Ledger;

beforeAll(async () => {
  database = await createTestDatabase(connections);
  ledger = new Ledger(database);
});

afterAll(() => database.drop());

type Account = { userId: string; granted: number; slots: LedgerSource[] };

function afterStart(hours: number): Date {
  return new Date(ledgerStart.getTime() + hours * 3_600_000);
}

/** One random verb. A refused verb changes nothing; a slot that was closed is soon used for a new source. */
async function act(random: Random, account: Account): Promise<void> {
  const { userId } = account;
  const slot = random.whole(0, slotsPerUser - 1);
  const source = account.slots[slot] ?? newSource();
  // The clocks of servers differ, and time passes.
  const now = afterStart(random.whole(0, 6));
  switch (random.oneOf(['grant', 'hold', 'hold', 'settle', 'release', 'expire', 'renew'])) {
    case 'hold':
      return ledger.hold(userId, random.whole(1, 6), source, now);
    case 'settle':
      return void (await ledger.settle(userId, source));
    case 'release':
      return void (await ledger.release(userId, source, now));
    case 'expire':
      return void (await ledger.expire(now));
    case 'renew':
      account.slots[slot] = await renewed(account, source, now);
      return;
    default:
      return grantSome(random, account);
  }
}

async function grantSome(random: Random, account: Account): Promise<void> {
  const amount = random.whole(1, 9);
  const ends = random.whole(0, 3) === 0 ? null : afterStart(random.whole(-1, 7));
  await ledger.grant(account.userId, amount, ends);
  account.granted += amount;
}

/** Closes the hold of the source, so that its slot can take another one. */
async function renewed(account: Account, source: LedgerSource, now: Date): Promise<LedgerSource> {
  await ledger.release(account.userId, source, now).catch(passRefusal);
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
      const slots = Array.from({ length: slotsPerUser }, () => newSource());
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
