import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '#server/db/connect.ts';
import { refuseSharedSessions, sharesSessions } from '#server/db/sharedSessions.ts';
import { type TestDatabase, createTestDatabase, createUser } from '../setup/database.ts';
import { type PgBouncer, startPgBouncer } from '../setup/pgbouncer.ts';
import { startSession } from '#server/services/login/session.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { receiveAnswer } from '../setup/persistentReader.ts';
import { freePort, startServerProcess, startWorkerProcess } from '../setup/process.ts';

let folder: string;
let database: TestDatabase;
let pooler: PgBouncer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dolores-pooled-'));
  // Without a schema: migrations go through the pooler, too.
  database = await createTestDatabase(2, 'template0');
  pooler = await startPgBouncer(database.url);
});

afterAll(async () => {
  await pooler.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

describe('PgBouncer with the documented file', () => {
  it('serves two servers and a worker at once, each with all its connections', async () => {
    const environment = (name: string) => ({
      DATA_DIR: join(folder, name),
      DATABASE_URL: pooler.url,
      SEARCH_AT_START: 'yes',
    });
    const first = await startServerProcess(await freePort(), environment('first'));
    const second = await startServerProcess(await freePort(), environment('second'));
    const worker = await startWorkerProcess(environment('worker'));
    const calls = [first, second].flatMap(({ url }) =>
      Array.from({ length: 60 }, () => fetch(`${url}/api/gpts?size=5`)),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    const { rows } = await database.pool.query<{ channel: string }>(
      `select lower(query) as channel from pg_stat_activity
        where datname = current_database() and query ilike 'listen %model_setting%'`,
    );
    expect(rows).toHaveLength(2);
    for (const process of [worker, second, first]) expect(await process.end('SIGTERM')).toBe(0);
    expect(first.output()).not.toContain('connection was lost');
  });

  it('keeps the limits of statements and transactions', async () => {
    const pooled = connect(pooler.url, { warn: () => undefined }, 1);
    const { rows } = await pooled.pool.query(
      `select current_setting('statement_timeout') as statement,
        current_setting('idle_in_transaction_session_timeout') as idle`,
    );
    await pooled.close();
    expect(rows).toEqual([{ statement: '30s', idle: '30s' }]);
    // The next client of the same connection has them no more.
    const other = new Client({ connectionString: pooler.url });
    await other.connect();
    const shown = await other.query<{ statement_timeout: string }>('show statement_timeout');
    await other.end();
    expect(shown.rows).toEqual([{ statement_timeout: '0' }]);
  });
});

describe('PgBouncer that gives each transaction another connection, with the documented file', () => {
  let shared: PgBouncer;

  beforeAll(async () => {
    shared = await startPgBouncer(database.url, 'transaction');
  });

  afterAll(() => shared.close());

  it('serves two servers and a worker, with live answers, jobs and an exact ledger', async () => {
    const environment = (name: string) => ({
      DATA_DIR: join(folder, `shared-${name}`),
      DATABASE_URL: shared.url,
      DIRECT_DATABASE_URL: database.url,
    });
    const first = await startServerProcess(await freePort(), environment('first'));
    const second = await startServerProcess(await freePort(), environment('second'));
    const worker = await startWorkerProcess(environment('worker'));
    const direct = connect(database.url, { warn: () => undefined }, 2);
    const asked = Array.from({ length: 40 }, async (_, index) => {
      const userId = await createUser(direct, 10);
      const cookie = `session=${await startSession(direct.query, userId, new Date())}`;
      const urls = index % 2 === 0 ? [first.url, second.url] : [second.url, first.url];
      return receiveAnswer({ urls, cookie, text: 'sandbox: fast 200', stopAt: undefined });
    });
    const answers = await Promise.all(asked);
    expect(new Set(answers.map(({ end }) => end.state))).toEqual(new Set(['finished']));
    expect(await verifyLedger(direct)).toEqual([]);
    const listening = await direct.pool.query(
      `select from pg_stat_activity where datname = current_database() and query ilike 'listen %'`,
    );
    expect(listening.rowCount).toBeGreaterThanOrEqual(14);
    await direct.close();
    for (const process of [worker, second, first]) {
      expect(await process.end('SIGTERM')).toBe(0);
      expect(process.output()).not.toMatch(/"level":(50|60)|prepared statement/);
    }
  });

  it('is recognised, and refused without DIRECT_DATABASE_URL', async () => {
    expect(await sharesSessions(pooler.url)).toBe(false);
    expect(await sharesSessions(shared.url)).toBe(true);
    await expect(refuseSharedSessions(shared.url)).rejects.toThrow('DIRECT_DATABASE_URL');
  });

  it('limits transactions and statements', async () => {
    const pooled = connect(shared.url, { warn: () => undefined }, 1, {
      directUrl: database.url,
    });
    const shown = `select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`;
    const inside = await pooled.transaction((transaction) => transaction.execute(shown));
    expect(inside.rows).toEqual([{ statement: '30s', idle: '30s' }]);
    const outside = await pooled.pool.query({ name: randomUUID(), text: shown });
    expect(outside.rows).toMatchObject([{ statement: '30s' }]);
    await pooled.close();
  });
});
