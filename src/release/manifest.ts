import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type SiteFolder, readIfThere, replaceFile } from '#release/siteFolder.ts';
import { parseChecked } from '#domain/json.ts';
import { recordOf } from '#release/recordOf.ts';
import * as z from 'zod/mini';

export const headerSets = recordOf(recordOf(z.string()));

/** The response of a release to one path. */
export const releaseFile = z.object({
  /** The hash of the content in the store. */
  hash: z.string(),
  type: z.string(),
  status: z.int(),
  /** The key of a set of headers in the manifest, because most pages share theirs. */
  headers: z.string(),
});

/** A release without its files. */
export const releaseHead = z.object({ id: z.string(), created: z.string(), headers: headerSets });

/** A release: its files by URL path. Each segment of a path is encoded with `encodeURIComponent`. */
const manifest = z.extend(releaseHead, { files: recordOf(releaseFile) });

export type Headers = Readonly<Record<string, string>>;
export type ManifestFile = Readonly<z.output<typeof releaseFile>>;
export type Manifest = Readonly<z.output<typeof manifest>>;

export type ManifestContent = Pick<Manifest, 'headers' | 'files'>;

export const keptReleases = 5;

/** Returns a digest that is equal for two releases exactly if they serve the same files. */
export function manifestDigest(content: ManifestContent): string {
  return packContent(content).digest;
}

/**
 * The manifest of a release as JSON, with its digest. Serialised once, because a large one takes long.
 */
export type PackedContent = { json: Buffer; digest: string };

export function packContent({ headers, files }: ManifestContent): PackedContent {
  const json = Buffer.from(JSON.stringify({ headers, files }));
  return { json, digest: digestOfContent(json) };
}

export function digestOfContent(json: Buffer | string): string {
  return createHash('sha256').update(json).digest('hex');
}

export type ReleaseName = Pick<Manifest, 'id' | 'created'>;

/** Returns the id of a release, made from its time and its digest, and the time. */
export function nameRelease({ digest }: PackedContent, created: Date): ReleaseName {
  const time = created.toISOString();
  return { id: `${time.replace(/[-:]/g, '')}-${digest.slice(0, digestInId)}`, created: time };
}

/** Returns the content of the file of a release. */
export function releaseText({ id, created }: ReleaseName, { json }: PackedContent): Buffer {
  const name = Buffer.from(JSON.stringify({ id, created }));
  return Buffer.concat([name.subarray(0, -1), Buffer.from(','), json.subarray(1)]);
}

const digestInId = 8;

/** Whether the release of this id may have this digest. The id contains only the first characters of the digest. */
export function canBeOf(id: string, digest: string): boolean {
  return id.endsWith(digest.slice(0, digestInId));
}

/** Stores a release without serving it. */
export async function writeRelease(
  site: SiteFolder,
  content: ManifestContent,
  created: Date,
): Promise<Manifest> {
  const packed = packContent(content);
  const name = nameRelease(packed, created);
  await replaceFile(manifestFile(site, name.id), releaseText(name, packed));
  return { ...name, ...content };
}

/** Returns the path of the file of a release. Throws if the id is not valid. */
export function manifestFile(site: SiteFolder, id: string): string {
  if (!/^[\w.-]+$/.test(id)) throw new Error(`${JSON.stringify(id)} is not the id of a release`);
  return join(site.releases, `${id}.json`);
}

/** Returns a stored release. Throws if it does not exist or is damaged. */
export async function readRelease(site: SiteFolder, id: string): Promise<Manifest> {
  const text = await readIfThere(manifestFile(site, id));
  if (text === undefined) throw noRelease(site, id);
  return parseChecked(manifest, text, `The release ${id}`);
}

function noRelease(site: SiteFolder, id: string): Error {
  return new Error(`There is no release ${id} in ${site.releases}`);
}

/**
 * Calls `each` with every hash of a stored release. Searching the text takes a fifth of the time of parsing the JSON.
 */
async function forEachHash(
  site: SiteFolder,
  id: string,
  each: (hash: string) => void,
): Promise<void> {
  const text = await readIfThere(manifestFile(site, id));
  if (text === undefined) throw noRelease(site, id);
  const before = '"hash":"';
  for (let at = text.indexOf(before); at !== -1; at = text.indexOf(before, at + 1)) {
    const start = at + before.length;
    each(text.slice(start, text.indexOf('"', start)));
  }
}

/** Returns the ids of the stored releases, newest first. */
export async function listReleases(site: SiteFolder): Promise<string[]> {
  const names = await readdir(site.releases).catch(() => []);
  const ids = names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5));
  return ids.toSorted().toReversed();
}

/** Returns the id of the served release; `undefined` before the first publish. */
export async function currentRelease(site: SiteFolder): Promise<string | undefined> {
  return (await readIfThere(site.current))?.trim() || undefined;
}

/** Switches to another stored release, atomically. Throws if it does not exist. */
export async function switchTo(site: SiteFolder, id: string): Promise<void> {
  const found = await stat(manifestFile(site, id)).catch(() => undefined);
  if (found === undefined) throw noRelease(site, id);
  await replaceFile(site.current, `${id}\n`);
}

/**
 * Returns the releases to keep in addition to the served one, `before` and the newest others, and the old ones to
 * remove.
 */
export async function releasesBeside(
  site: SiteFolder,
  served: string | undefined,
  before: string | undefined,
): Promise<{ kept: string[]; old: string[] }> {
  const others = (await listReleases(site)).filter((id) => id !== served);
  const ids = [...others.filter((id) => id === before), ...others.filter((id) => id !== before)];
  return { kept: ids.slice(0, keptReleases - 1), old: ids.slice(keptReleases - 1) };
}

/** Returns the hashes of all files of these stored releases. */
export async function hashesIn(site: SiteFolder, ids: readonly string[]): Promise<Set<string>> {
  const named = new Set<string>();
  for (const id of ids) await forEachHash(site, id, (hash) => named.add(hash));
  return named;
}

/** Returns the hashes that are in the releases `old`, but in none of `kept`. */
export async function hashesOnlyIn(
  site: SiteFolder,
  old: readonly string[],
  kept: readonly string[],
): Promise<Set<string>> {
  const named = await hashesIn(site, old);
  for (const id of kept) {
    if (named.size > 0) await forEachHash(site, id, (hash) => named.delete(hash));
  }
  return named;
}

/** Removes the file of a release. Its contents stay in the store. */
export async function forgetRelease(site: SiteFolder, id: string): Promise<void> {
  await rm(manifestFile(site, id), { force: true });
}
