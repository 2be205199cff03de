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
 * Collects the files of a release. Entries of the previous release (`before`) can be reused. The result depends neither
 * on the order of the calls nor on the previous release.
 */
export class ManifestBuilder {
  readonly #before: StoredRelease | undefined;
  readonly #headers = new Map<string, Headers>();
  readonly #keys = new WeakMap<Headers, string>();
  /** The entry of each path, as JSON. */
  readonly #entries = new Map<string, string>();
  /** The paths of files that were not taken from the previous release. */
  readonly #added: string[] = [];

  constructor(before?: StoredRelease) {
    this.#before = before;
  }

  /** Adds a file. Throws if there is a file with this path. */
  add(path: string, file: Omit<ManifestFile, 'headers'>, headers: Headers): void {
    const { hash, type, status } = file;
    this.#set(path, JSON.stringify({ hash, type, status, headers: this.#keyOf(headers) }));
    this.#added.push(path);
  }

  /** Adds an unchanged file of the previous release. Throws if that has no such file, or if the path has been added. */
  take(path: string): void {
    const entry = this.#before?.entry(path);
    if (entry === undefined) throw new Error(`The release before does not have ${path}`);
    this.#takeEntry(path, entry);
  }

  /** Adds all files of the previous release whose path matches. Returns their number. */
  takeMatching(isIncluded: (path: string) => boolean): number {
    let count = 0;
    for (const [path, entry] of this.#before?.entries() ?? []) {
      if (!isIncluded(path)) continue;
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

  /** Yields the hashes of all files, with repetitions. */
  *hashes(): Generator<string> {
    for (const entry of this.#entries.values()) yield hashOfEntry(entry);
  }

  /** Returns all files in the format of `packContent`. */
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

  /** Returns the key of a set of headers. Memoised, because most pages share the same object. */
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
