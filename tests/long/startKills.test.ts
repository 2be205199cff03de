import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { siteFolder } from '#release/siteFolder.ts';
import { freePort, startServerProcess } from '../setup/process.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dolores-start-kills-'));
  // PostgreSQL's user must reach its own folder.
  await chmod(dataDir, 0o711);
});

afterEach(() => rm(dataDir, { recursive: true, force: true }));

async function postmaster(): Promise<number> {
  const file = join(dataDir, 'postgres/postmaster.pid');
  return Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10) || 0;
}

it('waits for a database that was killed during the first publish, and finishes the start', async () => {
  const port = await freePort();
  const starting = startServerProcess(port, { DATA_DIR: dataDir, PUBLISH_AT_START: 'yes' });
  const failed = starting.then(
    () => undefined,
    (error: unknown) => error,
  );
  const { work } = siteFolder(dataDir);
  const isPublishing = () =>
    stat(work).then(
      () => true,
      () => false,
    );
  await expect.poll(() => Promise.race([failed, isPublishing()]), { timeout: 120_000 }).toBe(true);
  const killed = await postmaster();
  expect(killed).toBeGreaterThan(0);
  process.kill(killed, 'SIGKILL');
  expect(await failed).toBeUndefined();
  const server = await starting;
  expect(await postmaster()).not.toBe(killed);
  const answers = ['/readyz', '/en', '/api/gpts'].map((path) => fetch(`${server.url}${path}`));
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await server.end('SIGTERM')).toBe(0);
}, 600_000);
