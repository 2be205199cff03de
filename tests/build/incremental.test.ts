import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languages } from '#domain/languages/languages.ts';
import { pricingPath } from '#domain/pricing/pricingPaths.ts';
import { type Manifest, keptReleases, listReleases, readRelease } from '#release/manifest.ts';
import { readStored } from '#release/contentStore.ts';
import { recompressContents } from '#release/recompressContents.ts';
import { siteFolder } from '#release/siteFolder.ts';
import { chooseSeed } from '../setup/longRuns.ts';
import {
  type Catalogue,
  modelLine,
  steps,
  takeStep,
  withdrawAndReturn,
} from '../setup/catalogueSteps.ts';
import {
  type PublishedSite,
  correctMessage,
  newFolder,
  openPublishedSite,
  publishSite,
  removeFolders,
  servedBy,
  servedByNew,
  textOf,
} from '../setup/publishedSite.ts';

afterAll(removeFolders);

/**
 * The paths of rendered pages that are not the same in the newer release. Pictures and sitemaps are not rendered, and the
 * pages of removed GPTs are copies of one page.
 */
function changedPages(older: Manifest, newer: Manifest): string[] {
  return changedPaths(older, newer).filter((path) => {
    const isCopy = newer.files[path]?.status === 410 && !path.endsWith('/410');
    return !isCopy && !/^\/og\/|sitemap/.test(path);
  });
}

/** The paths whose files are not the same in the newer release. */
function changedPaths({ files: older }: Manifest, { files: newer }: Manifest): string[] {
  return Object.keys(newer).filter((path) => newer[path]?.hash !== older[path]?.hash);
}

describe('an incremental publish', () => {
  const seed = chooseSeed('INCREMENTAL_SEED');
  const gpts = 4;
  let catalogue: Catalogue;
  let dataDir: string;
  let first: PublishedSite;

  beforeAll(async () => {
    ({ catalogue, dataDir, first } = await openPublishedSite(seed, gpts));
  });

  it('renders only the pages that show a change, and updates only their dates', async () => {
    expect(first.build?.counts.rendered).toBe(first.build?.counts.pages);
    catalogue.count = 1;
    await steps['posts to the blog']?.(catalogue);
    const { build, manifest } = await publishSite(catalogue, dataDir);
    const changed = changedPaths(first.manifest, manifest);
    expect(changed.filter((path) => !/\/blog|^\/og\/|sitemap/.test(path))).toEqual([]);
    expect(build?.counts.rendered).toBeLessThan(60);
    const sitemap = await textOf(dataDir, manifest, '/sitemaps/gpts-1.xml');
    expect(sitemap).toBe(await textOf(dataDir, first.manifest, '/sitemaps/gpts-1.xml'));
  });

  it('makes the same release when pages are compressed fast first, and makes them smaller afterwards', async () => {
    const folder = await newFolder();
    const { manifest } = await publishSite(catalogue, folder, { compressLater: true });
    const latest = await publishSite(catalogue, dataDir);
    expect(servedBy(manifest)).toEqual(servedBy(latest.manifest));
    const page = manifest.files['/en/pricing']?.hash ?? '';
    const { store, ...site } = siteFolder(folder);
    const [fast, text] = await Promise.all([
      readStored(store, page, 'br'),
      readStored(store, page, 'identity'),
    ]);
    const waiting = (await readFile(site.recompress, 'utf8')).trim().split('\n');
    // One of the first pages of visits, which get the best quality.
    const line = `${page} thorough`;
    expect(waiting).toContain(line);
    // Some of them: all take minutes on a slow machine.
    await writeFile(site.recompress, `${[...waiting.slice(0, 20), line].join('\n')}\n`);
    await recompressContents({ store, ...site }, new AbortController().signal);
    expect((await readStored(store, page, 'br')).length).toBeLessThan(0.9 * fast.length);
    expect(await readStored(store, page, 'identity')).toEqual(text);
  });

  it('renders only the pages of prices when a model gets another price', async () => {
    const before = await publishSite(catalogue, dataDir);
    catalogue.lines.set('model/gpt-4-turbo', modelLine('gpt-4-turbo', { price: 3 }));
    const { build, manifest } = await publishSite(catalogue, dataDir);
    const changed = changedPaths(before.manifest, manifest);
    const prices = languages.map((language) => pricingPath(language));
    expect(changed.filter((path) => !path.startsWith('/sitemap')).toSorted()).toEqual(
      prices.toSorted(),
    );
    expect(build?.counts.rendered).toBe(prices.length);
  });

  it('shows the collections of the operator, and names wrong ones', async () => {
    const before = await publishSite(catalogue, dataDir);
    const ids = [...catalogue.lines.keys()].flatMap((key) => /^gpt\/(.*)$/.exec(key)?.[1] ?? []);
    const fileOf = (date: string) =>
      `---\ndate: ${date}\nauthor: The library\nids: ${JSON.stringify(ids)}\n---\n# de: Lesen\n\nEin Text.\n`;
    await mkdir(join(dataDir, 'collections'));
    await writeFile(join(dataDir, 'collections/reading.md'), fileOf('2026-01-01'));
    await writeFile(join(dataDir, 'collections/wrong.md'), fileOf('soon'));
    const log: string[] = [];
    const { manifest } = await publishSite(catalogue, dataDir, {
      progress: (line) => log.push(line),
    });
    expect(await textOf(dataDir, manifest, '/fr/collections/reading')).toContain('Ein Text.');
    expect(log).toContainEqual(
      expect.stringMatching(/^Not published: .* wrong\.md .* “date” must be a day/),
    );
    expect(Object.keys(manifest.files)).not.toContain('/fr/collections/wrong');
    const changed = changedPaths(before.manifest, manifest);
    const others = /^\/\w+$|\/collections|^\/og\/|sitemap/;
    expect(changed.filter((path) => !others.test(path))).toEqual([]);
    await rm(join(dataDir, 'collections'), { recursive: true });
    const after = await publishSite(catalogue, dataDir);
    expect(servedBy(after.manifest)).toEqual(servedBy(before.manifest));
  });

  it('deletes the oldest release with its own files, and no others', async () => {
    const site = siteFolder(dataDir);
    for (let price = 4; (await listReleases(site)).includes(first.manifest.id); price += 1) {
      catalogue.lines.set('model/gpt-4-turbo', modelLine('gpt-4-turbo', { price }));
      await publishSite(catalogue, dataDir);
    }
    const ids = await listReleases(site);
    expect(ids).toHaveLength(keptReleases);
    const releases = await Promise.all(ids.map((id) => readRelease(site, id)));
    const named = releases.flatMap(({ files }) => Object.values(files).map(({ hash }) => hash));
    const stored = await readdir(site.store, { recursive: true, withFileTypes: true });
    const names = stored.filter((entry) => entry.isFile()).map(({ name }) => name.slice(0, 64));
    expect(new Set(names)).toEqual(new Set(named));
    expect(await readdir(site.built)).toHaveLength(keptReleases);
  });

  it('makes the same release as a full publish, for any changes', async () => {
    const log: string[] = [`seed ${seed}`];
    const messagesFolder = await newFolder();
    const requested = { messagesFolder };
    let before = (await publishSite(catalogue, dataDir, requested)).manifest;
    for (const [what, happens] of withdrawAndReturn(catalogue)) {
      happens();
      const { kind, build, manifest } = await publishSite(catalogue, dataDir, requested);
      expect(`${what}: ${kind}`).toBe(`${what}: published`);
      const changed = changedPages(before, manifest);
      expect(`${what}: ${build?.counts.rendered} pages`, log.join('; ')).toBe(
        `${what}: ${changed.length} pages`,
      );
      before = manifest;
    }
    for (let changes = 0; changes < 6; changes += 1) log.push(await takeStep(catalogue));
    await correctMessage(messagesFolder);
    const { build, manifest } = await publishSite(catalogue, dataDir, requested);
    log.push(`made ${build?.counts.rendered} of ${build?.counts.pages} again`);
    expect(await textOf(dataDir, manifest, '/de'), log.join('; ')).toContain('Hinein, bitte');
    const incremental = await publishSite(catalogue, dataDir, requested);
    expect(incremental.kind, log.join('; ')).toBe('unchanged');
    const served = servedBy(incremental.manifest);
    // Compressed fast, as a test above shows to be the same release: the whole site takes long.
    const rebuilt = await servedByNew(catalogue, { ...requested, compressLater: true });
    expect(rebuilt, log.join('; ')).toEqual(served);
    const again = await publishSite(catalogue, dataDir, { isFull: true, ...requested });
    expect(again.kind, log.join('; ')).toBe('unchanged');
    expect(again.manifest).toEqual(incremental.manifest);
  }, 600_000);
});
