import {
  type Headers,
  type Manifest,
  type ManifestFile,
  currentRelease,
  listReleases,
  readRelease,
} from '#release/manifest.ts';
import { readOldPieces } from '#release/oldPieces.ts';
import { isHashed } from '#release/fileTypes.ts';
import { hasFastContents } from '#release/recompressContents.ts';
import { type SiteFolder, siteFolder } from '#release/siteFolder.ts';
import { type Encoding, readStored } from '#release/contentStore.ts';

export type ServedFile = Omit<ManifestFile, 'headers'> & { headers: Headers };

/** A release for requests: a request uses the same release from its beginning to its end. */
export type Release = {
  id: string;
  find(path: string): ServedFile | undefined;
};

const checkMilliseconds = 1_000;
const cachedBytes = 64_000_000;

/** The releases of a data folder, opened for serving. */
export class Site {
  readonly #folder: SiteFolder;
  readonly #warn: (reason: string) => void;
  #bodies = new BodyCache(cachedBytes);
  /** Whether contents were waiting to be compressed again at the last check. */
  #hadFastContents = false;
  #served: Release | undefined;
  #checkedAt = -Infinity;
  #checking: Promise<void> | undefined;
  #oldFiles: { servedId: string; files: Promise<Map<string, ServedFile>> } | undefined;

  constructor(dataDir: string, warn: (reason: string) => void) {
    this.#folder = siteFolder(dataDir);
    this.#warn = warn;
  }

  /** Returns the served release, `undefined` before the first publish. Checks for another one at most once a second. */
  async current(): Promise<Release | undefined> {
    if (performance.now() - this.#checkedAt >= checkMilliseconds) {
      this.#checking ??= this.#check().finally(() => {
        this.#checking = undefined;
      });
      await this.#checking;
    }
    return this.#served;
  }

  /** Finds a hashed file in any stored release, and code of removed ones: open pages still request it. */
  async findHashed(path: string, release: Release): Promise<ServedFile | undefined> {
    const found = release.find(path);
    if (found !== undefined) return found;
    if (this.#oldFiles?.servedId !== release.id) {
      this.#oldFiles = { servedId: release.id, files: this.#readOldFiles(release.id) };
    }
    return (await this.#oldFiles.files).get(path);
  }

  /** Returns the content in this encoding, or in `identity` if it is not stored in this one. */
  async read(
    hash: string,
    requested: Encoding,
  ): Promise<{ body: NonSharedBuffer; encoding: Encoding }> {
    const key = `${hash} ${requested}`;
    const cached = this.#bodies.get(key);
    if (cached !== undefined) return { body: cached, encoding: requested };
    try {
      const body = await readStored(this.#folder.store, hash, requested);
      this.#bodies.set(key, body);
      return { body, encoding: requested };
    } catch (error) {
      if (requested === 'identity') throw error;
      return this.read(hash, 'identity');
    }
  }

  async #check(): Promise<void> {
    try {
      const id = await currentRelease(this.#folder);
      if (id === undefined) this.#served = undefined;
      else if (id !== this.#served?.id) {
        this.#served = toRelease(await readRelease(this.#folder, id));
      }
      await this.#checkBodies();
    } catch (error) {
      // The current release is still served.
      this.#warn(error instanceof Error ? error.message : String(error));
    }
    this.#checkedAt = performance.now();
  }

  /** Forgets bodies when all contents have been compressed again, because those in the store are smaller now. */
  async #checkBodies(): Promise<void> {
    const hasFast = await hasFastContents(this.#folder);
    if (this.#hadFastContents && !hasFast) this.#bodies = new BodyCache(cachedBytes);
    this.#hadFastContents = hasFast;
  }

  async #readOldFiles(servedId: string): Promise<Map<string, ServedFile>> {
    const files = new Map<string, ServedFile>();
    for (const id of (await listReleases(this.#folder)).filter((other) => other !== servedId)) {
      const manifest = await readRelease(this.#folder, id).catch(() => undefined);
      for (const path of Object.keys(manifest?.files ?? {})) {
        const file = manifest && findIn(manifest, path);
        if (file && isHashed(path)) files.set(path, file);
      }
    }
    const pieces = await readOldPieces(this.#folder);
    for (const [path, { hash, type, status, headers }] of Object.entries(pieces.files)) {
      const file = { hash, type, status, headers: pieces.headers[headers] ?? {} };
      if (!files.has(path)) files.set(path, file);
    }
    return files;
  }
}

function toRelease(manifest: Manifest): Release {
  return { id: manifest.id, find: (path) => findIn(manifest, path) };
}

function findIn(manifest: Manifest, path: string): ServedFile | undefined {
  if (!Object.hasOwn(manifest.files, path)) return undefined;
  const file = manifest.files[path];
  return file && { ...file, headers: manifest.headers[file.headers] ?? {} };
}

/** A cache of contents, least recently used first out, up to a total of `maxBytes`. */
class BodyCache {
  readonly #maxBytes: number;
  readonly #bodies = new Map<string, NonSharedBuffer>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(key: string): NonSharedBuffer | undefined {
    const body = this.#bodies.get(key);
    if (body === undefined) return undefined;
    // A map keeps the order of insertion, so the most recently used one is moved to the end.
    this.#bodies.delete(key);
    this.#bodies.set(key, body);
    return body;
  }

  /** Large contents are not cached: one of them would displace many others. */
  set(key: string, body: NonSharedBuffer): void {
    if (body.length > this.#maxBytes / 16 || this.#bodies.has(key)) return;
    this.#bodies.set(key, body);
    this.#bytes += body.length;
    for (const [oldest, { length }] of this.#bodies) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#bodies.delete(oldest);
      this.#bytes -= length;
    }
  }
}
