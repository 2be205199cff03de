import { randomBytes } from 'node:crypto';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepNow, keptFile, readStored, removeContents } from '#release/contentStore.ts';
import { hasFastContents, recompressContents } from '#release/recompressContents.ts';
import { type SiteFolder, siteFolder } from '#release/siteFolder.ts';
import { Site } from '#server/services/serving/openSite.ts';

let folder: string;
let site: SiteFolder;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dolores-recompress-'));
  site = siteFolder(folder);
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const html = 'text/html; charset=utf-8';
const never = new AbortController().signal;

/** A page of 40 words in random order, as HTML repeats itself. */
function pageOf(words: number): Buffer {
  const known = Array.from({ length: 40 }, () => randomBytes(4).toString('hex'));
  const text = Array.from({ length: words }, () => known[Math.floor(Math.random() * 40)]);
  return Buffer.from(`<p>${text.join('</p><p class="row">')}</p>`);
}

function keepFast(page: Buffer): string {
  return keepNow(site.store, page, html, site.recompress);
}

const sizeOf = async (hash: string) => (await readStored(site.store, hash, 'br')).length;

it('compresses contents again into fewer bytes, and keeps them unchanged', async () => {
  const pages = [pageOf(2_000), pageOf(1_000), pageOf(500)];
  const hashes = pages.map(keepFast);
  const before = await Promise.all(hashes.map(sizeOf));
  expect(await hasFastContents(site)).toBe(true);
  const { contents, savedBytes } = await recompressContents(site, never);
  const after = await Promise.all(hashes.map(sizeOf));
  expect(contents).toBe(3);
  for (const [index, size] of after.entries()) expect(size).toBeLessThan(before[index] ?? 0);
  const total = (sizes: number[]) => sizes.reduce((sum, size) => sum + size, 0);
  expect(savedBytes).toBe(total(before) - total(after));
  for (const [index, hash] of hashes.entries()) {
    expect(await readStored(site.store, hash, 'identity')).toEqual(pages[index]);
  }
  expect(await hasFastContents(site)).toBe(false);
});

it('compresses contents of first pages best', async () => {
  const page = pageOf(2_000);
  const hash = keepNow(site.store, page, html, site.recompress, 'thorough');
  await recompressContents(site, AbortSignal.abort());
  expect((await recompressContents(site, never)).contents).toBe(1);
  const usual = keepFast(Buffer.concat([page, Buffer.from(' ')]));
  await recompressContents(site, never);
  expect(await sizeOf(hash)).toBeLessThan(await sizeOf(usual));
});

it('continues with the rest after a stop, and with contents of publishes meanwhile', async () => {
  const hashes = [pageOf(1_000), pageOf(1_000)].map(keepFast);
  const before = await Promise.all(hashes.map(sizeOf));
  const stopped = await recompressContents(site, AbortSignal.abort());
  expect(stopped.contents).toBe(0);
  const later = keepFast(pageOf(1_000));
  const sizeOfLater = await sizeOf(later);
  expect((await recompressContents(site, never)).contents).toBe(3);
  for (const [index, hash] of hashes.entries()) {
    expect(await sizeOf(hash)).toBeLessThan(before[index] ?? 0);
  }
  expect(await sizeOf(later)).toBeLessThan(sizeOfLater);
});

it('does not restore removed contents, and skips damaged contents and lines', async () => {
  const removed = keepFast(pageOf(500));
  const damaged = keepFast(pageOf(500));
  const whole = keepFast(pageOf(500));
  await removeContents(site.store, [removed]);
  await writeFile((await keptFile(site.store, damaged)) ?? '', 'no brotli');
  await appendFile(site.recompress, 'half a li');
  const before = await sizeOf(whole);
  await recompressContents(site, never);
  expect(await sizeOf(whole)).toBeLessThan(before);
  expect(await keptFile(site.store, removed)).toBeUndefined();
  expect(await readFile((await keptFile(site.store, damaged)) ?? '', 'utf8')).toBe('no brotli');
  expect(await hasFastContents(site)).toBe(false);
});

it('writes an existing content neither again nor into the list', async () => {
  const page = pageOf(500);
  const hash = keepNow(site.store, page, html);
  const size = await sizeOf(hash);
  expect(keepFast(page)).toBe(hash);
  expect(await sizeOf(hash)).toBe(size);
  expect(await hasFastContents(site)).toBe(false);
});

it('is served smaller by a server that has the larger content in memory', async () => {
  const hash = keepFast(pageOf(2_000));
  const served = new Site(folder, (reason) => expect.fail(reason));
  const servedSize = async () => {
    await served.current();
    return (await served.read(hash, 'br')).body.length;
  };
  const before = await servedSize();
  await recompressContents(site, never);
  await expect.poll(servedSize, { timeout: 10_000 }).toBe(await sizeOf(hash));
  expect(await servedSize()).toBeLessThan(before);
});
