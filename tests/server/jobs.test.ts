import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pino } from 'pino';
import { type Database, connect } from '#server/db/connect.ts';
import { type Worker, runWorker } from '#server/jobs/runWorker.ts';
import { type TestDatabase, createTestDatabase } from '../setup/database.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../setup/databaseProxy.ts';

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

type Started = { worker: Worker; done: string[]; lost: string[] };

/** Tasks that count how often each was done; the database goes away while the first one ends. */
async function startWorker(end: () => void): Promise<Started> {
  const done: string[] = [];
  const lost: string[] = [];
  const lose = () => {
    proxy.decide((message) => {
      lost.push(message);
      return 'lose';
    });
    proxy.cut();
  };
  const taskList = {
    lose: async () => {
      done.push('lose');
      lose();
      end();
    },
    work: async () => void done.push('work'),
  };
  const options = { pgPool: own.pool, taskList, concurrency: 2 };
  return { worker: await runWorker(options, pino({ level: 'silent' })), done, lost };
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
  ])('go on after the database was away while one %s', async (_, end) => {
    const { worker, done, lost } = await startWorker(end);
    await worker.addJob('lose', {});
    await expect.poll(() => lost.length, { timeout: 20_000 }).toBeGreaterThan(0);
    proxy.decide(() => 'pass');
    await expect
      .poll(() => worker.addJob('work', {}).then(({ id }) => id), { timeout: 20_000 })
      .toBeTruthy();
    await expect.poll(() => done, { timeout: 40_000 }).toContain('work');
    await worker.stop();
  });

  it('end while the database is away', async () => {
    const { worker, done } = await startWorker(() => undefined);
    await worker.addJob('lose', {});
    await expect.poll(() => done, { timeout: 20_000 }).toContain('lose');
    await worker.stop();
    proxy.decide(() => 'pass');
  });
});
