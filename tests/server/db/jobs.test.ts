import { parseCrontab } from 'graphile-worker';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Database, connect } from '#server/db/connect.ts';
import { type Worker, runWorker } from '#server/jobs/runWorker.ts';
import { type TestDatabase, createTestDatabase } from '../../setup/database.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../../setup/databaseProxy.ts';

let database: TestDatabase;
let proxy: DatabaseProxy;
let own: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startDatabaseProxy(database.url);
  own = connect(proxy.url, { warn: () => undefined });
});

afterAll(async () => {
  await own.close();
  await proxy.close();
  await database.drop();
});

afterEach(() => proxy.decide(() => 'pass'));

type Started = {
  worker: Worker;
  /** Adds the job during which the database goes away. */
  loseDatabase(): Promise<void>;
  done: string[];
  lost: string[];
};

/** Tasks that count how often each was done; the database goes away while the first one ends. */
async function startWorker(end: () => void): Promise<Started> {
  const done: string[] = [];
  const lost: string[] = [];
  const added = Promise.withResolvers<void>();
  const away = Promise.withResolvers<void>();
  const taskList = {
    lose: async () => {
      // A job may begin before who added it has the answer, which would be lost with its connection.
      await added.promise;
      done.push('lose');
      proxy.decide((message) => {
        lost.push(message);
        return 'lose';
      });
      proxy.cut();
      away.resolve();
      end();
    },
    work: async () => void done.push('work'),
  };
  const options = { pgPool: own.pool, taskList, concurrency: 2 };
  const worker = await runWorker(options, pino({ level: 'silent' }));
  const loseDatabase = async () => {
    await worker.addJob('lose', {});
    added.resolve();
    await away.promise;
  };
  return { worker, loseDatabase, done, lost };
}

describe('jobs', () => {
  it.each([
    ['ends', () => undefined],
    [
      'fails',
      () => {
        throw new Error('It failed');
      },
    ],
  ])('continue after the database was away while one %s', async (_, end) => {
    const { worker, loseDatabase, done, lost } = await startWorker(end);
    await loseDatabase();
    await expect.poll(() => lost.length, { timeout: 20_000 }).toBeGreaterThan(0);
    proxy.decide(() => 'pass');
    await expect
      .poll(() => worker.addJob('work', {}).then(({ id }) => id), { timeout: 20_000 })
      .toBeTruthy();
    await expect.poll(() => done, { timeout: 40_000 }).toContain('work');
    await worker.stop();
  });

  it('end while the database is away', async () => {
    const { worker, loseDatabase, done } = await startWorker(() => undefined);
    await loseDatabase();
    await worker.stop();
    expect(done).toEqual(['lose']);
  });

  it('of minutes that the machine slept do not run', async () => {
    const minute = 60_000;
    vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / minute) * minute - 200 });
    const done: string[] = [];
    const taskList = { tick: async () => void done.push('tick') };
    const parsedCronItems = parseCrontab('* * * * * tick');
    const options = { pgPool: own.pool, taskList, parsedCronItems, concurrency: 1 };
    const logged: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line) => logged.push(line) });
    const worker = await runWorker(options, log);
    try {
      vi.setSystemTime(Date.now() + 2 * 86_400_000);
      await expect.poll(() => logged.join(), { timeout: 20_000 }).toContain('starts again');
      await expect.poll(() => done.length, { timeout: 20_000 }).toBeGreaterThan(0);
      await worker.addJob('tick', {});
      await expect.poll(() => done.length, { timeout: 20_000 }).toBe(2);
    } finally {
      vi.useRealTimers();
      await worker.stop();
    }
  });
});
