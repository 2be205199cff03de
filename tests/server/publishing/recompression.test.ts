import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rm } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { lockHolder } from '#server/services/publishing/lock.ts';
import { requestPublish } from '#server/services/publishRequests/requestPublish.ts';
import { keepNow, readStored } from '#release/contentStore.ts';
import { hasFastContents } from '#release/recompressContents.ts';
import { siteFolder } from '#release/siteFolder.ts';
import { type TestQueue, openQueue, statesOf } from '../../setup/publishQueue.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;
let queue: TestQueue;

beforeAll(async () => {
  server = await startTestServer();
});

beforeEach(async () => {
  const { root } = siteFolder(server.platform.config.dataDir);
  await rm(root, { recursive: true, force: true });
  await mkdir(root, { recursive: true });
});

afterEach(async () => {
  await queue.stop();
  await server.database.pool.query('delete from publishing_site');
});

afterAll(() => server.close());

/** The process that compresses has the lowest priority: during other tests it may hardly run. */
const timeout = { timeout: 150_000 };
const wholeTest = 300_000;
/** They take a second on any machine, so that a test can halt the process before its end. */
const manyPages = 400;
const isLogged = () => queue.logged.some((line) => line.includes('pages were compressed again'));

/** Keeps pages in the store as a large publish does. */
function keepPages(count: number): string[] {
  const { store, recompress } = siteFolder(server.platform.config.dataDir);
  return Array.from({ length: count }, (_, n) => {
    const rows = Array.from(
      { length: 800 },
      (_row, row) => `<li class="row">${n} ${row % 37}</li>`,
    );
    return keepNow(store, Buffer.from(rows.join('')), 'text/html; charset=utf-8', recompress);
  });
}

const sizesOf = (hashes: string[]) => {
  const { store } = siteFolder(server.platform.config.dataDir);
  return Promise.all(hashes.map(async (hash) => (await readStored(store, hash, 'br')).length));
};

it(
  'recompresses the fast contents of an earlier publish, and reports the savings',
  async () => {
    const hashes = keepPages(30);
    const before = await sizesOf(hashes);
    queue = await openQueue(server);
    await expect.poll(isLogged, timeout).toBe(true);
    for (const [index, size] of (await sizesOf(hashes)).entries()) {
      expect(size).toBeLessThan(before[index] ?? 0);
    }
  },
  wholeTest,
);

it(
  'stops for a publish, and continues after it',
  async () => {
    keepPages(manyPages);
    queue = await openQueue(server);
    queue.shut();
    const goOn = await haltWhenBegun();
    await requestPublish(server.database.query, { by: 'a test', isAutomatic: true });
    await expect.poll(() => statesOf(queue), timeout).toEqual(['running']);
    goOn();
    const site = siteFolder(server.platform.config.dataDir);
    await expect.poll(() => lockHolder(`${site.recompress}.lock`), timeout).toBeUndefined();
    expect(await hasFastContents(site)).toBe(true);
    queue.open();
    await expect.poll(isLogged, timeout).toBe(true);
    expect(await hasFastContents(site)).toBe(false);
  },
  wholeTest,
);

it(
  'ends with its server, and continues at the next start',
  async () => {
    const hashes = keepPages(manyPages);
    const before = await sizesOf(hashes.slice(-1));
    queue = await openQueue(server);
    const goOn = await haltWhenBegun();
    const stopped = queue.stop();
    goOn();
    await stopped;
    const site = siteFolder(server.platform.config.dataDir);
    expect(await lockHolder(`${site.recompress}.lock`)).toBeUndefined();
    expect(await hasFastContents(site)).toBe(true);
    await server.database.pool.query('delete from publishing_site');
    queue = await openQueue(server);
    await expect.poll(isLogged, timeout).toBe(true);
    const [last = 0] = await sizesOf(hashes.slice(-1));
    expect(last).toBeLessThan(before[0] ?? 0);
  },
  wholeTest,
);

it(
  'leaves the processor to all others, also to those of other sessions',
  async () => {
    keepPages(manyPages);
    queue = await openQueue(server);
    const goOn = await haltWhenBegun();
    const id = await processOf('recompressMain.ts', server.platform.config.dataDir);
    expect(getPriority(id)).toBe(19);
    const group = await readFile(`/proc/${id}/autogroup`, 'utf8').catch(() => undefined);
    if (group !== undefined) {
      expect(group).toMatch(/ nice 19$/m);
      expect(group).not.toBe(await readFile('/proc/self/autogroup', 'utf8'));
    }
    goOn();
  },
  wholeTest,
);

/** Halts the process that compresses once it has begun. Returns what lets it go on. */
async function haltWhenBegun(): Promise<() => void> {
  const { recompress } = siteFolder(server.platform.config.dataDir);
  await expect
    .poll(() => existsSync(`${recompress}.begun`), { ...timeout, interval: 5 })
    .toBe(true);
  const id = await processOf('recompressMain.ts', server.platform.config.dataDir);
  process.kill(id, 'SIGSTOP');
  return () => process.kill(id, 'SIGCONT');
}

/** Returns the id of the process with these arguments. */
async function processOf(...wanted: string[]): Promise<number> {
  for (const id of await readdir('/proc')) {
    const line = /^\d+$/.test(id)
      ? await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')
      : '';
    if (wanted.every((argument) => line.includes(argument))) return Number(id);
  }
  throw new Error(`No process has ${wanted.join(' and ')} in its arguments`);
}
