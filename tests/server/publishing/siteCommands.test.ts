import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { desc } from 'drizzle-orm';
import { gpt } from '#server/db/schema/gpts.ts';
import { auditEntry } from '#server/db/schema/operation.ts';
import { clearAbandonedBuild } from '#server/services/publishing/clearAbandonedBuild.ts';
import { withLock } from '#server/services/publishing/lock.ts';
import { ProgressReporter, readProgress } from '#server/services/publishing/progress.ts';
import { requestPublish } from '#server/services/publishRequests/requestPublish.ts';
import { rollBack } from '#server/services/publishing/rollback.ts';
import { storeServerAddress } from '#server/services/publishing/serverAddress.ts';
import { readStatus } from '#server/services/publishing/status/readStatus.ts';
import { currentRelease, listReleases } from '#release/manifest.ts';
import { statusLines } from '../../../scripts/commands/site/status.ts';
import { createTestDatabase } from '../../setup/database.ts';
import { type OperatorShell, openOperatorShell } from '../../setup/operatorProcess.ts';
import { type TestQueue, openQueue, statesOf } from '../../setup/publishQueue.ts';
import { release, siteFiles, writeFolder } from '../../setup/renderedSite.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;
let queue: TestQueue;
let shell: OperatorShell;

beforeAll(async () => {
  server = await startTestServer();
  const { dataDir } = server.platform.config;
  for (const edition of ['one', 'two']) {
    const folder = await writeFolder(siteFiles(edition));
    await release(dataDir, folder);
    await rm(folder, { recursive: true });
  }
  shell = await openOperatorShell(server.database.url, dataDir);
  // Before a server has served a site from this database there is no server to ask.
  const { query } = server.database;
  expect(await requestPublish(query, { by: 'an editor', isAutomatic: true })).toEqual([]);
  queue = await openQueue(server);
});

afterAll(async () => {
  queue.open();
  await queue.stop();
  await shell.close();
  await server.close();
});

async function lastAudit() {
  const { query } = server.database;
  return (await query.select().from(auditEntry).orderBy(desc(auditEntry.id)).limit(1))[0];
}

// In order: each continues with the site of the one before.
describe('dolores site', () => {
  it('restores the release before, pauses automatic publishes, and leaves a record', async () => {
    const [newest, before] = await listReleases(queue.site);
    // As a publish leaves it that is killed between its switch and its clean-up.
    await writeFile(queue.site.switching, newest ?? '');
    const run = await shell.run('site', 'rollback');
    expect(run).toMatchObject({ status: 0, err: '' });
    expect(run.out).toContain(`Served is ${before} again, instead of ${newest}`);
    expect(run.out).toContain('Automatic publishes are paused until: dolores site publish');
    expect(await currentRelease(queue.site)).toBe(before);
    await clearAbandonedBuild(queue.site);
    expect(await listReleases(queue.site)).toEqual([newest, before]);
    expect(await lastAudit()).toMatchObject({ action: 'site.rollback', subject: before });
    await expect(rollBack(server.platform, undefined)).rejects.toThrow(
      `There is no release before ${before}`,
    );
  });

  it('lets commands request a publish, which waits, unless an option forbids it', async () => {
    await server.database.query.insert(gpt).values({ id: 'poet', name: 'The poet' });
    const quiet = await shell.run('gpts', 'edit', 'poet', '--set', 'name=A', '--no-publish');
    expect(quiet.out).toContain('Changed.\nNo publish has been asked for');
    expect(await queue.runs()).toEqual([]);
    const edit = await shell.run('gpts', 'edit', 'poet', '--set', 'name=B');
    expect(edit.out).toContain('A publish has been asked for, and waits since the rollback');
    expect(await queue.runs()).toMatchObject([{ state: 'waiting', asked_by: ['gpts edit'] }]);
  });

  it('publishes at the request of an operator, which ends the pause, and follows it', async () => {
    queue.plays.push({ edition: 'three' });
    const run = await shell.run('site', 'publish', '--full');
    expect(run).toMatchObject({ status: 0, err: '' });
    const served = await currentRelease(queue.site);
    expect(run.out).toMatch(new RegExp(`Published release ${served} with 42 pages in \\d+ s\\.`));
    expect(queue.begun).toEqual([{ isFull: true }]);
    expect((await queue.runs())[0]).toMatchObject({ asked_by: ['gpts edit', 'site publish'] });
  });

  it('ends with status 1 and the reason when a publish fails', async () => {
    queue.plays.push({ fails: 'The API answers 500 instead of the snapshot' });
    const run = await shell.run('site', 'publish', '--json');
    expect(run).toMatchObject({ status: 1 });
    expect(run.err).toContain('the served release stays: The API answers 500');
    const failed = { state: 'failed', releaseId: null, reason: expect.stringContaining('500') };
    expect(JSON.parse(run.out)).toMatchObject({ runs: [failed] });
  });

  it('prints the served, running, waiting, failed and kept releases, and the progress of a publish', async () => {
    queue.shut();
    await requestPublish(server.database.query, { by: 'an editor', isAutomatic: true });
    await expect
      .poll(async () => (await statesOf(queue)).at(-1), { timeout: 20_000 })
      .toBe('running');
    await requestPublish(server.database.query, { by: 'GitHub', isAutomatic: true });
    const reporter = new ProgressReporter(queue.site, () => undefined);
    reporter.report({ step: 'render', done: 30, all: 120 });
    await expect
      .poll(async () => (await readProgress(queue.site))?.step, { timeout: 20_000 })
      .toEqual({ step: 'render', done: 30, all: 120 });
    const status = await readStatus(server.platform);
    const out = statusLines(status, new Date()).join('\n');
    const inDecember = statusLines(status, new Date('2999-12-01T00:00:00Z')).join('\n');
    await reporter.end();
    const served = await currentRelease(queue.site);
    expect(out).toContain(`Served     ${served}, made 20`);
    expect(out).toMatch(/Runs {7}a publish in process \d+ since .*, asked for by .*an editor/);
    expect(out).toContain('Rendered 30 of 120 pages');
    expect(out).toContain('Waits      a publish, due now, asked for by GitHub');
    expect(out).toContain(
      'The API answers 500 instead of the snapshot (asked for by site publish)',
    );
    expect(out.match(/files, \d+\.\d MB/g)).toHaveLength(3);
    expect(out).toMatch(/Took {7}\d+ s, the last publish/);
    expect(inDecember).toContain('Next       every page, on 3000-01-01');
    expect(out).toContain(`→ ${served}`);
  });

  it('does not restore while a publish runs, nor a deleted release', async () => {
    await expect(rollBack(server.platform, undefined)).rejects.toThrow('A publish is running');
    queue.open();
    await expect
      .poll(async () => (await statesOf(queue)).at(-1), { timeout: 20_000 })
      .toMatch(/ed$/);
    await withLock(queue.site.lock, async () => undefined);
    await expect(rollBack(server.platform, 'never-made')).rejects.toThrow(
      'There is no release never-made; kept are',
    );
  });
});

describe('a publish without a worker', () => {
  it('is refused with the way to publish, and with the state of the server', async () => {
    const database = await createTestDatabase(2);
    const dataDir = await mkdtemp(join(tmpdir(), 'dolores-unpublished-'));
    const alone = await openOperatorShell(database.url, dataDir);
    try {
      expect(await alone.run('site', 'publish')).toMatchObject({
        status: 1,
        err: 'No server has served a site from this database yet: npm run publish-site\n',
      });
      await storeServerAddress({ dataDir, publicUrl: server.url }, server.url, undefined);
      const beside = await alone.run('site', 'publish');
      expect(beside.status).toBe(1);
      expect(beside.err).toContain('takes no publishes');
      expect(beside.err).toContain('npm run publish-site');
    } finally {
      await alone.close();
      await database.drop();
      await rm(dataDir, { recursive: true });
    }
  });
});
