import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { withLock } from '#server/services/publishing/lock.ts';
import {
  currentRelease,
  listReleases,
  manifestDigest,
  readRelease,
  switchTo,
} from '#release/manifest.ts';
import { readOldPieces } from '#release/oldPieces.ts';
import { siteFolder } from '#release/siteFolder.ts';
import { keptFile, readStored } from '#release/contentStore.ts';
import { nodeFlags } from '../../../scripts/bootstrap/run.mjs';
import { release, siteFiles, writeFolder } from '../../setup/renderedSite.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
});

async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dolores-data-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function rendered(files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const folder = await writeFolder(files);
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function testServer(): Promise<TestServer> {
  const server = await startTestServer();
  cleanups.push(() => server.close());
  return server;
}

function publisher(dataDir: string, folder: string): ChildProcess {
  const script = fileURLToPath(new URL('../../fixtures/publisher.ts', import.meta.url));
  return spawn(process.execPath, [...nodeFlags, script, dataDir, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

describe('a release', () => {
  it('serves the same for any order of the files, and changes nothing without a difference', async () => {
    const dataDir = await dataFolder();
    const files = siteFiles('one');
    const backwards = Object.fromEntries(Object.entries(files).toReversed());
    const first = await release(dataDir, await rendered(files), ['b', 'a']);
    const second = await release(dataDir, await rendered(backwards), ['a', 'b']);
    expect([first.kind, second.kind]).toEqual(['published', 'unchanged']);
    expect(second.release.id).toBe(first.release.id);
    const other = await dataFolder();
    const elsewhere = await release(other, await rendered(backwards), ['a', 'b']);
    expect(manifestDigest(elsewhere.release)).toBe(manifestDigest(first.release));
  });

  it('can be restored, with all of its files', async () => {
    const dataDir = await dataFolder();
    const site = siteFolder(dataDir);
    const first = await release(dataDir, await rendered(siteFiles('one')));
    await release(dataDir, await rendered(siteFiles('two')));
    await switchTo(site, first.release.id);
    expect(await currentRelease(site)).toBe(first.release.id);
    for (const { hash } of Object.values((await readRelease(site, first.release.id)).files)) {
      expect(await keptFile(site.store, hash)).toBeDefined();
    }
    await expect(switchTo(site, 'never-made')).rejects.toThrow('There is no release never-made');
    await expect(switchTo(site, '../current')).rejects.toThrow('is not the id of a release');
    expect(await currentRelease(site)).toBe(first.release.id);
  });

  it('is kept with four others; files that only older ones named are deleted', async () => {
    const dataDir = await dataFolder();
    const site = siteFolder(dataDir);
    for (const edition of ['1', '2', '3', '4', '5', '6', '7']) {
      await release(dataDir, await rendered(siteFiles(edition)));
    }
    const ids = await listReleases(site);
    expect(ids).toHaveLength(5);
    const named = new Set<string>();
    for (const id of ids) {
      for (const { hash } of Object.values((await readRelease(site, id)).files)) named.add(hash);
    }
    // Pages that are still open need the code of removed releases.
    for (const { hash } of Object.values((await readOldPieces(site)).files)) named.add(hash);
    const stored = (await readdir(site.store, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name.slice(0, 64));
    expect(new Set(stored)).toEqual(named);
  });

  it.each([
    ['a home page is missing', { 'ja.html': undefined }, 'lacks /ja;'],
    ['a 404 page is missing', { 'vi/404.html': undefined }, 'lacks /vi/404;'],
    ['two files want one path', { 'en/index.html': 'x' }, 'want the path /en'],
    ['a page styles by attribute', { 'en/x.html': '<p style="color:red">' }, 'p[style]'],
    ['a page acts by attribute', { 'en/x.html': '<p onclick=alert(1)>' }, 'p[onclick]'],
  ])('is refused when %s, and the served one stays', async (_case, change, reason) => {
    const dataDir = await dataFolder();
    const first = await release(dataDir, await rendered(siteFiles('one')));
    const files = Object.entries({ ...siteFiles('two'), ...change });
    const broken = Object.fromEntries(files.filter(([, content]) => content !== undefined));
    const folder = await rendered(broken as Record<string, string>);
    await expect(release(dataDir, folder)).rejects.toThrow(reason);
    expect(await currentRelease(siteFolder(dataDir))).toBe(first.release.id);
  });
});

describe('the switch', () => {
  it('never shows a page with assets of another release, nor an error, while releases follow each other', async () => {
    const server = await testServer();
    const { dataDir } = server.platform.config;
    const editions = ['one', 'two', 'three'];
    const folders = await Promise.all(editions.map((edition) => rendered(siteFiles(edition))));
    await release(dataDir, folders[0] ?? '');
    const seen = new Set<string>();
    const problems: string[] = [];
    let stopped = false;
    const visit = async () => {
      while (!stopped) {
        const page = await server.fetch('/en');
        const html = await page.text();
        const edition = /data-edition="(\w+)"/.exec(html)?.[1] ?? 'none';
        const asset = await server.fetch(`/_astro/app.${edition}.js`);
        if (page.status !== 200) problems.push(`page ${page.status}`);
        if (asset.status !== 200) problems.push(`asset of ${edition}: ${asset.status}`);
        if (!(await asset.text()).includes(`'${edition}'`))
          problems.push(`asset of ${edition} is another`);
        seen.add(edition);
      }
    };
    const visitors = [visit(), visit(), visit()];
    for (const [index, edition] of editions.entries()) {
      await release(dataDir, folders[index] ?? '');
      await expect.poll(() => seen.has(edition), { timeout: 20_000 }).toBe(true);
    }
    stopped = true;
    await Promise.all(visitors);
    expect(problems).toEqual([]);
    // A page that was loaded from the first release still finds its script.
    expect((await server.fetch('/_astro/app.one.js')).status).toBe(200);
  });

  it('answers 503 before the first release', async () => {
    const server = await testServer();
    const answer = await server.fetch('/en');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await answer.text()).toContain('The site is being prepared');
  });
});

describe('a publish that is killed', () => {
  it('leaves the served release whole, and the next publish works', async () => {
    const server = await testServer();
    const { dataDir } = server.platform.config;
    const site = siteFolder(dataDir);
    await release(dataDir, await rendered(siteFiles('one')));
    const many = Object.fromEntries(
      Array.from({ length: 400 }, (_, index) => [`en/many/${index}.html`, `<p>${index}</p>`]),
    );
    for (const moment of [0, 40, 120, 300]) {
      const files = { ...siteFiles(`killed${moment}`), ...many, 'en/x.html': String(moment) };
      const child = publisher(dataDir, await rendered(files));
      // Before the pause: the publish may end by itself within it.
      const ended = once(child, 'exit');
      await once(child.stdout!, 'data');
      await pause(moment);
      child.kill('SIGKILL');
      await ended;
      const id = await currentRelease(site);
      for (const { hash } of Object.values((await readRelease(site, id ?? '')).files)) {
        expect((await readStored(site.store, hash, 'identity')).length).toBeGreaterThan(0);
      }
      expect((await server.fetch('/en')).status).toBe(200);
    }
    const last = publisher(dataDir, await rendered(siteFiles('last')));
    expect(await once(last, 'exit')).toEqual([0, null]);
    await expect
      .poll(async () => (await server.fetch('/en')).text(), { timeout: 20_000 })
      .toContain('data-edition="last"');
    const left = await readdir(site.store, { recursive: true });
    expect(left.filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});

describe('the lock', () => {
  it('lets one of many processes publish, and names it to the others', async () => {
    const dataDir = await dataFolder();
    const folder = await rendered(siteFiles('one'));
    await withLock(siteFolder(dataDir).lock, async () => {
      const child = publisher(dataDir, folder);
      const [firstLine] = await once(child.stdout!, 'data');
      expect(String(firstLine)).toMatch(
        `Another publish is running (process ${process.pid}, since 20`,
      );
      expect(await once(child, 'exit')).toEqual([1, null]);
    });
    const child = publisher(dataDir, folder);
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('is taken from a dead process by exactly one of many', async () => {
    const { lock } = siteFolder(await dataFolder());
    const dead = { pid: 2 ** 22 + 1, began: '1', since: 'yesterday', token: 'old' };
    await withLock(lock, async () => undefined);
    await writeFile(lock, JSON.stringify(dead));
    let inside = 0;
    let most = 0;
    const takes = Array.from({ length: 16 }, () =>
      withLock(lock, async () => {
        inside += 1;
        most = Math.max(most, inside);
        await pause(30);
        inside -= 1;
      }),
    );
    const results = await Promise.allSettled(takes);
    expect(most).toBe(1);
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    await expect(stat(lock)).rejects.toThrow('ENOENT');
  });
});
