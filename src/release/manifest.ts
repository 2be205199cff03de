import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type SiteFolder, readIfThere, replaceFile } from '#release/siteFolder.ts';

export type Headers = Readonly<Record<string, string>>;

/** The response of a release to one path. */
export type ManifestFile = {
  /** Names the content in the store. */
  hash: string;
  type: string;
  status: number;
  /** Names one of the manifest's sets of headers: most pages share theirs. */
  headers: string;
};

/** A release: everything that it serves, by URL path, each segment encoded as `encodeURIComponent` does it. */
export type Manifest = {
  id: string;
  created: string;
  headers: Readonly<Record<string, Headers>>;
  files: Readonly<Record<string, ManifestFile>>;
};

export type ManifestContent = Pick<Manifest, 'headers' | 'files'>;

export const keptReleases = 5;

/** The same for two releases exactly when they serve the same. */
export function manifestDigest(content: ManifestContent): string {
  return packContent(content).digest;
}

/**
 * The manifest of a release, as JSON and with its digest. Making the text of a large one takes a while: it is made
 * once.
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

/** Names a release of what it serves. */
export function nameRelease({ digest }: PackedContent, created: Date): ReleaseName {
  const time = created.toISOString();
  return { id: `${time.replace(/[-:]/g, '')}-${digest.slice(0, digestInId)}`, created: time };
}

/** The file of a release. */
export function releaseText({ id, created }: ReleaseName, { json }: PackedContent): Buffer {
  const name = Buffer.from(JSON.stringify({ id, created }));
  return Buffer.concat([name.subarray(0, -1), Buffer.from(','), json.subarray(1)]);
}

const digestInId = 8;

/** Whether the release of this id may have this digest: most differ in what their ids say already. */
export function canBeOf(id: string, digest: string): boolean {
  return id.endsWith(digest.slice(0, digestInId));
}

/** Stores a release beside the others without serving it yet. */
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

/** Where the release of this id lies. Throws when that cannot be an id. */
export function manifestFile(site: SiteFolder, id: string): string {
  if (!/^[\w.-]+$/.test(id)) throw new Error(`${JSON.stringify(id)} is not the id of a release`);
  return join(site.releases, `${id}.json`);
}

/** The stored release of this id. Throws a readable error when there is none. */
export async function readRelease(site: SiteFolder, id: string): Promise<Manifest> {
  const text = await readIfThere(manifestFile(site, id));
  if (text === undefined) throw noRelease(site, id);
  return JSON.parse(text) as Manifest;
}

function noRelease(site: SiteFolder, id: string): Error {
  return new Error(`There is no release ${id} in ${site.releases}`);
}

/** Calls `each` with every hash that a stored release names. Finding them in its text takes a fifth of reading it as JSON. */
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

/** The ids of the stored releases, newest first. */
export async function listReleases(site: SiteFolder): Promise<string[]> {
  const names = await readdir(site.releases).catch(() => []);
  const ids = names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5));
  return ids.toSorted().toReversed();
}

/** The id of the release that is served, or `undefined` before the first publish. */
export async function currentRelease(site: SiteFolder): Promise<string | undefined> {
  return (await readIfThere(site.current))?.trim() || undefined;
}

/** Serves another stored release from now on, in one step. */
export async function switchTo(site: SiteFolder, id: string): Promise<void> {
  const found = await stat(manifestFile(site, id)).catch(() => undefined);
  if (found === undefined) throw noRelease(site, id);
  await replaceFile(site.current, `${id}\n`);
}

/** Which releases stay beside the served one, and which are beyond them: the one `before` it and the newest others stay. */
export async function releasesBeside(
  site: SiteFolder,
  served: string | undefined,
  before: string | undefined,
): Promise<{ kept: string[]; old: string[] }> {
  const others = (await listReleases(site)).filter((id) => id !== served);
  const ids = [...others.filter((id) => id === before), ...others.filter((id) => id !== before)];
  return { kept: ids.slice(0, keptReleases - 1), old: ids.slice(keptReleases - 1) };
}

/** The hashes that some of these stored releases name. */
export async function hashesIn(site: SiteFolder, ids: readonly string[]): Promise<Set<string>> {
  const named = new Set<string>();
  for (const id of ids) await forEachHash(site, id, (hash) => named.add(hash));
  return named;
}

/** The hashes that the releases `old` name and none of `kept` does. */
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

/** Forgets a stored release; what only it named stays in the store. */
export async function forgetRelease(site: SiteFolder, id: string): Promise<void> {
  await rm(manifestFile(site, id), { force: true });
}
