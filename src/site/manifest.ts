import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type SiteFolder, readIfThere, replaceFile } from '#site/siteFolder.ts';

export type Headers = Readonly<Record<string, string>>;

/** What a release answers under one path. */
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

/** Collects the files of a release; the result does not depend on the order in which they come. */
export class ManifestBuilder {
  readonly #headers = new Map<string, Headers>();
  readonly #keys = new WeakMap<Headers, string>();
  readonly #files = new Map<string, ManifestFile>();

  /** Throws when the path is taken already. */
  add(path: string, file: Omit<ManifestFile, 'headers'>, headers: Headers): void {
    if (this.#files.has(path)) throw new Error(`Two files of the site want the path ${path}`);
    const { hash, type, status } = file;
    this.#files.set(path, { hash, type, status, headers: this.#keyOf(headers) });
  }

  /** Most pages share their headers: their key is made once. */
  #keyOf(headers: Headers): string {
    const known = this.#keys.get(headers);
    if (known !== undefined) return known;
    const key = digestOf(Object.entries(headers).toSorted(byKey)).slice(0, 12);
    this.#headers.set(key, headers);
    this.#keys.set(headers, key);
    return key;
  }

  get(path: string): ManifestFile | undefined {
    return this.#files.get(path);
  }

  headersOf(file: ManifestFile): Headers {
    return this.#headers.get(file.headers) ?? {};
  }

  #sorted(): [string, ManifestFile][] {
    const paths = [...this.#files.keys()].toSorted();
    return paths.flatMap((path) => {
      const file = this.#files.get(path);
      return file ? [[path, file]] : [];
    });
  }

  finish(): ManifestContent {
    return {
      headers: Object.fromEntries([...this.#headers].toSorted(byKey)),
      files: Object.fromEntries(this.#sorted()),
    };
  }
}

/** The same for two releases exactly when they serve the same. */
export function manifestDigest({ headers, files }: ManifestContent): string {
  return digestOf([headers, files]);
}

/** A release of what it serves, not stored anywhere yet. */
export function newRelease(
  content: ManifestContent,
  created: Date,
  digest: string = manifestDigest(content),
): Manifest {
  const time = created.toISOString().replace(/[-:]/g, '');
  const id = `${time}-${digest.slice(0, digestInId)}`;
  return { id, created: created.toISOString(), ...content };
}

const digestInId = 8;

/** Whether a release serves exactly the content with this digest. */
export function isReleaseOf(release: Manifest, digest: string): boolean {
  // Most differ in what their ids say already, and making the digest of a large one takes a while.
  return release.id.endsWith(digest.slice(0, digestInId)) && manifestDigest(release) === digest;
}

/** Stores a release beside the others without serving it yet. */
export async function writeRelease(
  site: SiteFolder,
  content: ManifestContent,
  created: Date,
): Promise<Manifest> {
  const manifest = newRelease(content, created);
  await replaceFile(manifestFile(site, manifest.id), JSON.stringify(manifest));
  return manifest;
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

/** The hashes that a stored release names. Finding them in the text takes a fifth of reading it as JSON. */
async function hashesOf(site: SiteFolder, id: string): Promise<Set<string>> {
  const text = await readIfThere(manifestFile(site, id));
  if (text === undefined) throw noRelease(site, id);
  const found = new Set<string>();
  const before = '"hash":"';
  for (let at = text.indexOf(before); at !== -1; at = text.indexOf(before, at + 1)) {
    const start = at + before.length;
    found.add(text.slice(start, text.indexOf('"', start)));
  }
  return found;
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

/**
 * Forgets all but the served release, the one `before` it and the newest others. Answers the hashes that the kept ones
 * name.
 */
export async function forgetOldReleases(site: SiteFolder, before?: string): Promise<Set<string>> {
  const current = await currentRelease(site);
  const ids = await listReleases(site);
  const others = [
    ...ids.filter((id) => id === before && id !== current),
    ...ids.filter((id) => id !== before && id !== current),
  ];
  for (const id of others.splice(keptReleases - 1)) {
    await rm(manifestFile(site, id), { force: true });
  }
  const named = new Set<string>();
  for (const id of current === undefined ? others : [current, ...others]) {
    for (const hash of await hashesOf(site, id)) named.add(hash);
  }
  return named;
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

function byKey([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1;
}
