import {
  type ManifestFile,
  currentRelease,
  headerSets,
  readRelease,
  releaseFile,
} from '#release/manifest.ts';
import { type SiteFolder, readIfThere, replaceFile } from '#release/siteFolder.ts';
import { parseChecked } from '#domain/json.ts';
import { recordOf } from '#release/recordOf.ts';
import * as z from 'zod/mini';

/** Hours for which code of a removed release is still served. A page that was opened before may be left open overnight. */
const keptHours = 24;

const isCode = (path: string): boolean => path.startsWith('/_astro/');

/** Code files of removed releases by path, each with the time (ISO) until which it is kept, and their headers. */
const oldPieces = z.object({
  headers: headerSets,
  files: recordOf(z.extend(releaseFile, { until: z.string() })),
});

export type OldPieces = Readonly<z.output<typeof oldPieces>>;

/** Returns the code of removed releases, also expired files that have not been dropped yet. */
export async function readOldPieces(site: SiteFolder): Promise<OldPieces> {
  const text = await readIfThere(site.pieces);
  if (text === undefined) return { headers: {}, files: {} };
  return parseChecked(oldPieces, text, site.pieces);
}

/** Returns the hashes of the code of removed releases, and of the releases that will be removed. */
export async function hashesOfPieces(
  site: SiteFolder,
  removed: readonly string[],
): Promise<Set<string>> {
  const { files } = await readOldPieces(site);
  const hashes = new Set(Object.values(files).map(({ hash }) => hash));
  for (const id of removed) {
    for (const [, { hash }] of await readCode(site, id)) hashes.add(hash);
  }
  return hashes;
}

/**
 * Keeps the code of releases for a day, unless the served release has it too, and drops expired files. Call it before
 * the releases are removed.
 */
export async function keepPieces(
  site: SiteFolder,
  removed: readonly string[],
  now: Date,
): Promise<void> {
  const before = await readOldPieces(site);
  const until = new Date(now.getTime() + keptHours * 3_600_000).toISOString();
  const headers = { ...before.headers };
  const kept = Object.entries(before.files).filter(([, file]) => file.until > now.toISOString());
  const files = new Map(kept);
  const servedId = removed.length > 0 ? await currentRelease(site) : undefined;
  const served = servedId === undefined ? {} : (await readRelease(site, servedId)).files;
  let isChanged = kept.length < Object.keys(before.files).length;
  for (const id of removed) {
    const manifest = await readRelease(site, id).catch(() => undefined);
    if (!manifest) continue;
    Object.assign(headers, manifest.headers);
    for (const [path, file] of Object.entries(manifest.files)) {
      if (!isCode(path) || served[path]?.hash === file.hash) continue;
      files.set(path, { ...file, until });
      isChanged = true;
    }
  }
  if (!isChanged) return;
  const used = new Set([...files.values()].map((file) => file.headers));
  const record: OldPieces = {
    headers: Object.fromEntries(Object.entries(headers).filter(([key]) => used.has(key))),
    files: Object.fromEntries(files),
  };
  await replaceFile(site.pieces, JSON.stringify(record));
}

async function readCode(site: SiteFolder, id: string): Promise<[string, ManifestFile][]> {
  const manifest = await readRelease(site, id).catch(() => undefined);
  return Object.entries(manifest?.files ?? {}).filter(([path]) => isCode(path));
}
