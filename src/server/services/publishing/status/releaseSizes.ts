import { stat } from 'node:fs/promises';
import { htmlType } from '#release/fileTypes.ts';
import { type Manifest, currentRelease, listReleases, readRelease } from '#release/manifest.ts';
import type { SiteFolder } from '#release/siteFolder.ts';
import { keptFile } from '#release/contentStore.ts';

export type StoredRelease = {
  id: string;
  created: string;
  isServed: boolean;
  pages: number;
  files: number;
  /** Bytes of its contents without their compressed forms, and of those that no other stored release has. */
  bytes: number;
  ownBytes: number;
};

const statsAtOnce = 64;

/** Returns the stored releases, newest first, with their sizes. Unreadable ones are left out. */
export async function listStoredReleases(site: SiteFolder): Promise<StoredRelease[]> {
  const served = await currentRelease(site);
  const found = await Promise.all(
    (await listReleases(site)).map((id) => readRelease(site, id).catch(() => undefined)),
  );
  const releases = found.filter((release) => release !== undefined);
  const hashes = new Map(releases.map((release) => [release.id, hashesOf(release)]));
  const owners = new Map<string, number>();
  for (const hash of [...hashes.values()].flatMap((set) => [...set])) {
    owners.set(hash, (owners.get(hash) ?? 0) + 1);
  }
  const sizes = await sizesOf(site.store, [...owners.keys()]);
  return releases.map((release) => {
    const own = [...(hashes.get(release.id) ?? [])];
    const alone = own.filter((hash) => owners.get(hash) === 1);
    const sum = (list: readonly string[]) =>
      list.reduce((bytes, hash) => bytes + (sizes.get(hash) ?? 0), 0);
    return {
      id: release.id,
      created: release.created,
      isServed: release.id === served,
      pages: pagesOf(release),
      files: Object.keys(release.files).length,
      bytes: sum(own),
      ownBytes: sum(alone),
    };
  });
}

function pagesOf({ files }: Pick<Manifest, 'files'>): number {
  return Object.values(files).filter(({ type, status }) => type === htmlType && status === 200)
    .length;
}

function hashesOf({ files }: Manifest): Set<string> {
  return new Set(Object.values(files).map(({ hash }) => hash));
}

async function sizesOf(store: string, hashes: readonly string[]): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (let start = 0; start < hashes.length; start += statsAtOnce) {
    await Promise.all(
      hashes.slice(start, start + statsAtOnce).map(async (hash) => {
        const file = await keptFile(store, hash);
        const found = file === undefined ? undefined : await stat(file).catch(() => undefined);
        sizes.set(hash, found?.size ?? 0);
      }),
    );
  }
  return sizes;
}
