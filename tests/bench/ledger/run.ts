import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, connect } from '#server/db/connect.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import type { LedgerViolation } from '#server/db/queries/ledgerChecks.ts';
import { creditBalance } from '#server/db/schema/credits.ts';
import { execute } from '#server/db/statement.ts';
import { grantCredits } from '#server/services/credits/grant.ts';
import { holdCredits } from '#server/services/credits/hold.ts';
import { settleHold } from '#server/services/credits/settle.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';

export const connections = 32;

/** The work of one kind in its time. Milliseconds for one piece of work. */
export type LedgerRun = { name: string; perSecond: number; p50: number; p99: number };

export type LedgerReport = { runs: LedgerRun[]; ratio: number; violations: LedgerViolation[] };

type Work = (worker: number) => Promise<unknown>;

/**
 * Measures hold and settle, and transactions of two plain statements, on as many connections, in rounds that take
 * turns, so that both see the same machine.
 */
export async function runLedgerBench(seconds: number, rounds: number): Promise<LedgerReport> {
  const folder = await mkdtemp(join(tmpdir(), 'dolores-bench-'));
  // As root, PostgreSQL runs as another user, who must get through to its own folder in here.
  await chmod(folder, 0o711);
  const postgres = await startEmbedded({ dataDir: folder, log: () => undefined });
  await migrate(postgres.url);
  const database = connect(postgres.url, { warn: () => undefined }, connections);
  try {
    const users = await makeUsers(database);
    const works: Record<string, Work> = {
      'two plain statements': await plainWork(database),
      'hold and settle': pairWork(database, (worker) => users[worker] ?? ''),
      'hold and settle, one account': pairWork(database, () => users[0] ?? ''),
    };
    const times = new Map<string, number[]>();
    for (let round = 0; round <= rounds; round += 1) {
      for (const [name, work] of Object.entries(works)) {
        const measured = await measure(work, seconds);
        // The first round warms caches and plans.
        if (round > 0) times.set(name, [...(times.get(name) ?? []), ...measured]);
      }
    }
    const runs = [...times].map(([name, all]) => summary(name, all, seconds * rounds));
    const [plain, pairs] = runs;
    const ratio = (pairs?.perSecond ?? 0) / (plain?.perSecond ?? 1);
    return { runs, ratio, violations: await verifyLedger(database) };
  } finally {
    await database.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function makeUsers(database: Database): Promise<string[]> {
  const users: string[] = [];
  for (let index = 0; index < connections; index += 1) {
    const userId = randomUUID();
    users.push(userId);
    await database.transaction(async (transaction) => {
      await transaction
        .insert(appUser)
        .values({ id: userId, email: `${userId}@example.org`, name: 'User 0001' });
      await transaction.insert(creditBalance).values({ userId });
      await grantCredits(transaction, {
        userId,
        amount: 100_000_000,
        source: { type: 'start', id: userId },
        reason: 'starting_grant',
        product: null,
        ends: null,
      });
    });
  }
  return users;
}

/** The least work of every ledger: a row that is appended and a sum that changes, committed together. */
async function plainWork(database: Database): Promise<Work> {
  await database.pool.query(`
    create table plain_sum (id integer primary key, sum bigint not null);
    create table plain_row (id bigserial primary key, worker integer not null, amount bigint not null);
    insert into plain_sum select n, 0 from generate_series(0, ${connections - 1}) n`);
  const adding = {
    name: 'plain_add',
    text: 'update plain_sum set sum = sum + $2 where id = $1',
  };
  const appending = {
    name: 'plain_append',
    text: 'insert into plain_row (worker, amount) values ($1, $2)',
  };
  return (worker) =>
    database.transaction(async (transaction) => {
      await execute(transaction, adding, [worker, 1]);
      await execute(transaction, appending, [worker, 1]);
    });
}

/** A question's hold and settle, without the question: a statement each, and each a transaction by itself. */
function pairWork(database: Database, userOf: (worker: number) => string): Work {
  return async (worker) => {
    const userId = userOf(worker);
    // A source that is not an answer, so that no answer must be there.
    const source = { type: 'order', id: randomUUID() } as const;
    await holdCredits(database.query, { userId, amount: 1, source, now: new Date() });
    await settleHold(database.query, userId, source, 'bench');
  };
}

async function measure(work: Work, seconds: number): Promise<number[]> {
  const end = performance.now() + seconds * 1_000;
  const times: number[] = [];
  const workers = Array.from({ length: connections }, async (_, worker) => {
    while (performance.now() < end) {
      const begun = performance.now();
      await work(worker);
      times.push(performance.now() - begun);
    }
  });
  await Promise.all(workers);
  return times;
}

function summary(name: string, times: number[], seconds: number): LedgerRun {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { name, perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99) };
}
