import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { keptReleases, listReleases, switchTo, writeRelease } from '#release/manifest.ts';
import { cleanSite, findOldReleases, forgetReleases } from '#release/removeOldReleases.ts';
import { type SiteFolder, siteFolder } from '#release/siteFolder.ts';
import { keep } from '#release/contentStore.ts';
import { Site } from '#server/services/serving/openSite.ts';

const hour = 3_600_000;
const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

/** Publishes a version of the program with one code file, and a picture that is not code. */
async function publish(site: SiteFolder, version: number, at: Date): Promise<void> {
  const file = async (text: string) => {
    const hash = await keep(site.store, Buffer.from(text), 'text/javascript');
    return { hash, type: 'text/javascript', status: 200, headers: 'a' };
  };
  const files = {
    [`/_astro/settings.${version}.js`]: await file(`code ${version}`),
    [`/og/${version}.png`]: await file(`picture ${version}`),
    '/_astro/shared.js': await file('shared code'),
  };
  const release = await writeRelease(site, { headers: { a: { 'x-kept': 'yes' } }, files }, at);
  await switchTo(site, release.id);
}

async function served(dataDir: string, path: string): Promise<string | undefined> {
  const site = new Site(dataDir, () => undefined);
  const release = await site.current();
  const file = release && (await site.findHashed(path, release));
  if (!file) return undefined;
  expect(file.headers).toEqual({ 'x-kept': 'yes' });
  return (await site.read(file.hash, 'identity')).body.toString();
}

it.each(['by a publish', 'by the daily clean-up'])(
  'serves code of releases that were removed %s for a day, and no longer',
  async (how) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'pieces-'));
    folders.push(dataDir);
    const site = siteFolder(dataDir);
    const start = new Date('2026-01-01T00:00:00Z');
    const clean = async (at: Date) => {
      if (how === 'by the daily clean-up') return cleanSite(site, undefined, at);
      return forgetReleases(site, await findOldReleases(site, undefined), at);
    };
    for (let version = 0; version < keptReleases + 3; version += 1) {
      const at = new Date(start.getTime() + version * 60_000);
      await publish(site, version, at);
      await clean(at);
    }
    expect((await listReleases(site)).length).toBeLessThanOrEqual(keptReleases);
    expect(await served(dataDir, '/_astro/settings.0.js')).toBe('code 0');
    expect(await served(dataDir, '/_astro/shared.js')).toBe('shared code');
    expect(await served(dataDir, '/og/0.png')).toBe(undefined);
    await cleanSite(site, undefined, new Date(start.getTime() + 23 * hour));
    expect(await served(dataDir, '/_astro/settings.0.js')).toBe('code 0');
    await cleanSite(site, undefined, new Date(start.getTime() + 25 * hour));
    expect(await served(dataDir, '/_astro/settings.0.js')).toBe(undefined);
    expect(await served(dataDir, '/_astro/shared.js')).toBe('shared code');
  },
);
