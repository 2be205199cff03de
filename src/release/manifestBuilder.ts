import {
  type Headers,
  type ManifestFile,
  type PackedContent,
  digestOfContent,
} from '#release/manifest.ts';
import {
  type StoredRelease,
  fileOfEntry,
  hashOfEntry,
  headersOfEntry,
  textOfEntry,
} from '#release/storedRelease.ts';

/**
 * Collects the files of a release, many of which the one `before` may have; the result does not depend on the order in
 * which they come, nor on that release.
 */
export class ManifestBuilder {
  readonly #before: StoredRelease | undefined;
  readonly #headers = new Map<string, Headers>();
  readonly #keys = new WeakMap<Headers, string>();
  /** The entry of each path, as JSON. */
  readonly #entries = new Map<string, string>();
  /** The paths of those that were not taken from the release before. */
  readonly #added: string[] = [];

  constructor(before?: StoredRelease) {
    this.#before = before;
  }

  /** Throws when the path is taken already. */
  add(path: string, file: Omit<ManifestFile, 'headers'>, headers: Headers): void {
    const { hash, type, status } = file;
    this.#set(path, JSON.stringify({ hash, type, status, headers: this.#keyOf(headers) }));
    this.#added.push(path);
  }

  /** Adds a file of the release before, as it is there. Throws where that has none, and when the path is taken. */
  take(path: string): void {
    const entry = this.#before?.entry(path);
    if (entry === undefined) throw new Error(`The release before does not have ${path}`);
    this.#takeEntry(path, entry);
  }

  /** Takes all files of the release before whose paths are meant. Returns their number. */
  takeMeant(isMeant: (path: string) => boolean): number {
    let count = 0;
    for (const [path, entry] of this.#before?.entries() ?? []) {
      if (!isMeant(path)) continue;
      this.#takeEntry(path, entry);
      count += 1;
    }
    return count;
  }

  get(path: string): ManifestFile | undefined {
    const entry = this.#entries.get(path);
    return entry === undefined ? undefined : fileOfEntry(entry);
  }

  headersOf(file: ManifestFile): Headers {
    return this.#headers.get(file.headers) ?? {};
  }

  /** The hashes of all files; some come several times. */
  *hashes(): Generator<string> {
    for (const entry of this.#entries.values()) yield hashOfEntry(entry);
  }

  /** All that was collected, as `packContent` packs it. */
  pack(): PackedContent {
    const headers = JSON.stringify(Object.fromEntries([...this.#headers].toSorted(byKey)));
    const json = Buffer.from(`{"headers":${headers},"files":{${this.#filesText()}}}`);
    return { json, digest: digestOfContent(json) };
  }

  #set(path: string, entry: string): void {
    if (this.#entries.has(path)) throw new Error(`Two files of the site want the path ${path}`);
    this.#entries.set(path, entry);
  }

  #takeEntry(path: string, entry: string): void {
    const key = headersOfEntry(entry);
    if (!this.#headers.has(key)) this.#headers.set(key, this.#before?.headers[key] ?? {});
    this.#set(path, entry);
  }

  /** Most pages share their headers: their key is made once. */
  #keyOf(headers: Headers): string {
    const known = this.#keys.get(headers);
    if (known !== undefined) return known;
    const sorted = Object.entries(headers).toSorted(byKey);
    const key = digestOfContent(JSON.stringify(sorted)).slice(0, 12);
    this.#headers.set(key, headers);
    this.#keys.set(headers, key);
    return key;
  }

  #filesText(): string {
    const before = this.#before;
    const others = this.#added.filter((path) => before?.entry(path) === undefined).toSorted();
    return before
      ? before.filesTextWith(this.#entries, others)
      : others.map((path) => textOfEntry(path, this.#entries.get(path) ?? '')).join(',');
  }
}

function byKey([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1;
}
