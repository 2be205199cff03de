import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
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
  readonly #files = new Map<string, ManifestFile>();

  /** Throws when the path is taken already. */
  add(path: string, file: Omit<ManifestFile, 'headers'>, headers: Headers): void {
    if (this.#files.has(path)) throw new Error(`Two files of the site want the path ${path}`);
    const key = digestOf(Object.entries(headers).toSorted(byKey)).slice(0, 12);
    this.#headers.set(key, headers);
    this.#files.set(path, { ...file, headers: key });
  }

  get(path: string): ManifestFile | undefined {
    return this.#files.get(path);
  }

  headersOf(file: ManifestFile): Headers {
    return this.#headers.get(file.headers) ?? {};
  }

  finish(): ManifestContent {
    return {
      headers: Object.fromEntries([...this.#headers].toSorted(byKey)),
      files: Object.fromEntries([...this.#files].toSorted(byKey)),
    };
  }
}

/** The same for two releases exactly when they serve the same. */
export function manifestDigest({ headers, files }: ManifestContent): string {
  return digestOf([headers, files]);
}

/** A release of what it serves, not stored anywhere yet. */
export function newRelease(content: ManifestContent, created: Date): Manifest {
  const time = created.toISOString().replace(/[-:]/g, '');
  const id = `${time}-${manifestDigest(content).slice(0, 8)}`;
  return { id, created: created.toISOString(), ...content };
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
  if (text === undefined) throw new Error(`There is no release ${id} in ${site.releases}`);
  return JSON.parse(text) as Manifest;
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
  await readRelease(site, id);
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
    const { files } = await readRelease(site, id);
    for (const { hash } of Object.values(files)) named.add(hash);
  }
  return named;
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

function byKey([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1;
}
