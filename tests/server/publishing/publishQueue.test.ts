import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startJobs } from '#server/jobs/jobs.ts';
import { withLock } from '#server/services/publishing/lock.ts';
import { publishPromotions } from '#server/services/publishRequests/publishPromotions.ts';
import { requestPublish } from '#server/services/publishRequests/requestPublish.ts';
import { endPause, pausePublishing } from '#server/services/publishing/queue/pause.ts';
import { publishTask } from '#server/services/publishing/queue/wakePublishing.ts';
import { siteFolder } from '#release/siteFolder.ts';
import { type TestQueue, openQueue, statesOf } from '../../setup/publishQueue.ts';
import { rankingsOf } from '../../setup/rankings.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;
let queue: TestQueue;

beforeAll(async () => {
  server = await startTestServer();
});

beforeEach(async () => {
  await rm(siteFolder(server.platform.config.dataDir).root, { recursive: true, force: true });
  queue = await openQueue(server);
});

afterEach(async () => {
  queue.open();
  await queue.stop();
  // With its runs: the next test has a site of its own.
  await server.database.pool.query('delete from publishing_site');
});

afterAll(() => server.close());

const timeout = { timeout: 20_000 };

function ask(by = 'a test', more: Partial<Parameters<typeof requestPublish>[1]> = {}) {
  return requestPublish(server.database.query, { by, isAutomatic: true, ...more });
}

async function untilStates(...states: string[]): Promise<void> {
  await expect.poll(() => statesOf(queue), timeout).toEqual(states);
}

describe('the publish queue', () => {
  it('publishes on request, and records the release, its pages and its snapshot', async () => {
    await ask();
    await untilStates('published');
    const [run] = await queue.runs();
    expect(run).toMatchObject({ asked_by: ['a test'], asks: 1, attempt: 1, reason: null });
    expect(run?.release_id).toBe(await queue.current());
    expect(run?.pages).toBe(42);
    expect(run?.snapshot).toMatch(/./);
    await ask();
    await untilStates('published', 'unchanged');
  });

  it('publishes when a promotion has ended since the last publish, however long ago', async () => {
    const on = (day: string) =>
      publishPromotions(server.database.query, new Date(`${day}T00:01:00Z`));
    await ask();
    await untilStates('published');
    await lastPublishedAt('2999-12-30T12:00:00Z');
    expect(await on('2999-12-31')).toBe(false);
    expect(await statesOf(queue)).toEqual(['published']);
    // The promotion ends with December (`lastingPromotion.ts`). No server ran until the fifth.
    expect(await on('3000-01-05')).toBe(true);
    await untilStates('published', 'unchanged');
    expect((await queue.runs()).at(-1)?.asked_by).toEqual(['promotions and prices']);
    await lastPublishedAt('3000-01-01T00:00:00Z');
    expect([await on('3000-01-01'), await on('3000-06-15')]).toEqual([false, false]);
  });

  it('publishes a changed offer again on a later day if all retries failed', async () => {
    await ask();
    await untilStates('published');
    await lastPublishedAt('2999-12-31T23:59:59Z');
    queue.plays.push({ fails: 'the disk is full' });
    await ask();
    await untilStates('published', 'failed', 'waiting');
    await server.database.pool.query(`delete from publish_run where state = 'waiting'`);
    const dayAfter = new Date('3000-01-03T00:01:00Z');
    expect(await publishPromotions(server.database.query, dayAfter)).toBe(true);
  });

  it('queues one while one runs, and joins further ones to it', async () => {
    queue.shut();
    await ask('first');
    await untilStates('running');
    await Promise.all(Array.from({ length: 12 }, (_, n) => ask(`asker ${n % 3}`)));
    await ask('asker 9', { isFull: true });
    await untilStates('running', 'waiting');
    const [, waiting] = await queue.runs();
    expect(waiting).toMatchObject({ asks: 13, is_full: true });
    expect(waiting?.asked_by.toSorted()).toEqual(['asker 0', 'asker 1', 'asker 2', 'asker 9']);
    queue.open();
    await untilStates('published', 'unchanged');
    expect(queue.begun).toEqual([{ isFull: false }, { isFull: true }]);
  });

  it('has a job for a request that comes while a worker takes the job before it', async () => {
    await queue.stop();
    const { pool } = server.database;
    const taken = `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker' where key = $1`;
    const key = publishTask(queue.siteId);
    await ask();
    const worker = await pool.connect();
    await worker.query('begin');
    await worker.query(taken, [key]);
    const asked = ask();
    const blocked = `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(async () => (await pool.query(blocked)).rows[0].n, timeout).toBe(1);
    await worker.query('commit');
    worker.release();
    await asked;
    const jobs = await pool.query(
      'select key, locked_by from graphile_worker._private_jobs where key = $1',
      [key],
    );
    expect(jobs.rows).toEqual([{ key, locked_by: null }]);
  });

  it('keeps the served release when one fails, reports the reason, and retries at most three times', async () => {
    await ask();
    await untilStates('published');
    const served = await queue.current();
    queue.plays.push(...['one', 'two', 'three', 'four'].map((fails) => ({ fails })));
    await ask('the editor');
    const waits: number[] = [];
    for (const attempt of [1, 2, 3]) {
      const failed = Array.from({ length: attempt }, () => 'failed');
      await untilStates('published', ...failed, 'waiting');
      const again = (await queue.runs()).at(-1);
      expect(again).toMatchObject({ attempt: attempt + 1, asked_by: ['the editor'] });
      waits.push(Math.round((again?.seconds_left ?? 0) / 10) * 10);
      await dueNow();
    }
    await untilStates('published', 'failed', 'failed', 'failed', 'failed');
    expect(waits).toEqual([30, 120, 600]);
    const reasons = (await queue.runs()).map(({ reason }) => reason);
    expect(reasons).toEqual([null, 'one', 'two', 'three', 'four']);
    expect(await queue.current()).toBe(served);
    expect(queue.logged.filter((line) => line.includes('a publish failed'))).toHaveLength(4);
  });

  it('runs at once when it is requested during the pause before a retry', async () => {
    queue.plays.push({ fails: 'once' });
    await ask('first');
    await untilStates('failed', 'waiting');
    await ask('second');
    await untilStates('failed', 'published');
    expect((await queue.runs()).at(-1)).toMatchObject({
      attempt: 1,
      asked_by: ['first', 'second'],
    });
  });

  it('delays optional publishes, and includes them in the next required one', async () => {
    await ask('reviews', { delaySeconds: 900 });
    await ask('reviews', { delaySeconds: 900 });
    const [run] = await queue.runs();
    expect(run).toMatchObject({ state: 'waiting', asks: 2 });
    expect(run?.seconds_left).toBeGreaterThan(800);
    await ask('gpts edit');
    await untilStates('published');
  });

  it('waits for a publish by hand', async () => {
    await withLock(queue.site.lock, async () => {
      await ask();
      await expect
        .poll(async () => (await queue.runs())[0]?.seconds_left ?? 0, timeout)
        .toBeGreaterThan(0);
      expect(queue.begun).toEqual([]);
    });
    await dueNow();
    await untilStates('published');
  });

  it('leaves automatic publishes waiting after a rollback until they are resumed', async () => {
    await pausePublishing(queue.site, { since: '2026-11-20T00:00:00Z', from: 'b', to: 'a' });
    await ask();
    await expect.poll(() => jobsLeft(), timeout).toBe(0);
    expect(await statesOf(queue)).toEqual(['waiting']);
    await ask('site publish', { isAutomatic: false });
    await untilStates('published');
    await endPause(queue.site);
    await ask();
    await untilStates('published', 'unchanged');
  });

  it('does not publish over a rollback that came after it had begun', async () => {
    const release = Promise.withResolvers<void>();
    const held = withLock(queue.site.lock, () => release.promise);
    await pausePublishing(queue.site, { since: '2026-11-20T00:00:00Z', from: 'b', to: 'a' });
    await ask();
    release.resolve();
    await held;
    await dueNow();
    await expect.poll(() => jobsLeft(), timeout).toBe(0);
    expect(await statesOf(queue)).toEqual(['waiting']);
    expect(await queue.current()).toBeUndefined();
  });
});

describe('a process that publishes', () => {
  it('puts back its publish when it is stopped, for the next process', async () => {
    queue.shut();
    await ask();
    await expect.poll(() => queue.begun.length, timeout).toBe(1);
    await queue.stop();
    expect(await statesOf(queue)).toEqual(['waiting']);
    queue = await openQueue(server, queue.siteId);
    await untilStates('published');
  });

  it('finds the publish of a killed process, reports it, and retries it', async () => {
    await queue.stop();
    await ask();
    await server.database.pool.query(`update publish_run set state = 'running', started = now()`);
    queue = await openQueue(server, queue.siteId);
    await untilStates('failed', 'waiting');
    expect((await queue.runs())[0]?.reason).toContain('ended before the publish did');
    await dueNow();
    await untilStates('failed', 'published');
  });
});

describe('the nightly freeze', () => {
  it('requests a publish when it froze a period', async () => {
    queue.shut();
    const { database, platform } = server;
    const { addGpts } = rankingsOf(database);
    await addGpts({ id: 'a' });
    await database.pool.query(
      `insert into gpt_usage_day (gpt_id, day, imported)
      select 'a', '2026-03-02'::date + back, 1 + back from generate_series(0, 6) back`,
    );
    const now = () => new Date('2026-11-01T12:00:00Z');
    const jobs = await startJobs(
      { ...platform, now },
      { publishTimes: ['0 4 * * *', '*/5 1-3 * * 7'] },
    );
    await jobs.addJob('freeze_rankings', {});
    await untilStates('running');
    await jobs.addJob('ask_for_publish', {});
    await untilStates('running', 'waiting');
    await jobs.stop();
    expect((await queue.runs()).map(({ asked_by: by }) => by)).toEqual([
      ['frozen rankings'],
      ['the schedule'],
    ]);
  });
});

/** Moves the starts of all publishes to `instant`. */
async function lastPublishedAt(instant: string): Promise<void> {
  await server.database.pool.query(
    `update publish_run set started = $1 where state in ('published', 'unchanged')`,
    [instant],
  );
}

/** As if the time had come. */
async function dueNow(): Promise<void> {
  await server.database.pool.query(`update publish_run set due = now() where state = 'waiting'`);
  await server.database.pool.query(`select graphile_worker.add_job($1, job_key => $1)`, [
    `publish_site/${queue.siteId}`,
  ]);
}

async function jobsLeft(): Promise<number> {
  const { rows } = await server.database.pool.query<{ count: number }>(
    'select count(*)::int from graphile_worker.jobs where key = $1',
    [`publish_site/${queue.siteId}`],
  );
  return rows[0]?.count ?? 0;
}
