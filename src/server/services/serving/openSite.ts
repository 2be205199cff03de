import { BodyCache } from '#server/services/serving/bodyCache.ts';
import {
  type Headers,
  type Manifest,
  type ManifestFile,
  currentRelease,
  listReleases,
  readRelease,
} from '#release/manifest.ts';
import { isHashed } from '#release/fileTypes.ts';
import { type SiteFolder, siteFolder } from '#release/siteFolder.ts';
import { type Encoding, readStored } from '#release/contentStore.ts';

export type ServedFile = Omit<ManifestFile, 'headers'> & { headers: Headers };

/** A release as requests use it: one request sees one release from its beginning to its end. */
export type Release = {
  id: string;
  find(path: string): ServedFile | undefined;
};

const lookMilliseconds = 1_000;
const cachedBytes = 64_000_000;

/** The releases of a data folder, opened for serving. */
export class Site {
  readonly #folder: SiteFolder;
  readonly #warn: (reason: string) => void;
  readonly #bodies = new BodyCache(cachedBytes);
  #served: Release | undefined;
  #lookedAt = -Infinity;
  #looking: Promise<void> | undefined;
  #oldFiles: { servedId: string; files: Promise<Map<string, ServedFile>> } | undefined;

  constructor(dataDir: string, warn: (reason: string) => void) {
    this.#folder = siteFolder(dataDir);
    this.#warn = warn;
  }

  /** The served release, or `undefined` before the first publish. Looks for a switch once a second at most. */
  async current(): Promise<Release | undefined> {
    if (performance.now() - this.#lookedAt >= lookMilliseconds) {
      this.#looking ??= this.#look().finally(() => {
        this.#looking = undefined;
      });
      await this.#looking;
    }
    return this.#served;
  }

  /** A hashed file of any kept release: a page loaded before a switch still asks for those of its own. */
  async findHashed(path: string, release: Release): Promise<ServedFile | undefined> {
    const found = release.find(path);
    if (found !== undefined) return found;
    if (this.#oldFiles?.servedId !== release.id) {
      this.#oldFiles = { servedId: release.id, files: this.#readOldFiles(release.id) };
    }
    return (await this.#oldFiles.files).get(path);
  }

  /** The content in this encoding, or plain where it is not kept so. */
  async read(
    hash: string,
    wanted: Encoding,
  ): Promise<{ body: NonSharedBuffer; encoding: Encoding }> {
    const key = `${hash} ${wanted}`;
    const cached = this.#bodies.get(key);
    if (cached !== undefined) return { body: cached, encoding: wanted };
    try {
      const body = await readStored(this.#folder.store, hash, wanted);
      this.#bodies.set(key, body);
      return { body, encoding: wanted };
    } catch (error) {
      if (wanted === 'identity') throw error;
      return this.read(hash, 'identity');
    }
  }

  async #look(): Promise<void> {
    try {
      const id = await currentRelease(this.#folder);
      if (id === undefined) this.#served = undefined;
      else if (id !== this.#served?.id) {
        this.#served = toRelease(await readRelease(this.#folder, id));
      }
    } catch (error) {
      // A release that is served already stays served.
      this.#warn(error instanceof Error ? error.message : String(error));
    }
    this.#lookedAt = performance.now();
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
