import {
  type Headers,
  type ManifestFile,
  digestOfContent,
  manifestFile,
  releaseFile,
  releaseHead,
} from '#release/manifest.ts';
import { type SiteFolder, readIfThere } from '#release/siteFolder.ts';
import { parseChecked } from '#domain/json.ts';

const beforeFiles = ',"files":{';

/**
 * A stored release, for a publish that reuses most of it. Its entries stay JSON text, because parsing them takes ten
 * times as long.
 */
export class StoredRelease {
  readonly id: string;
  readonly created: string;
  readonly headers: Readonly<Record<string, Headers>>;
  readonly #text: string;
  /** The index of the first entry in the text. */
  readonly #start: number;
  readonly #entries: ReadonlyMap<string, string>;

  /** `text` is the output of `releaseText`. Throws if it is not. */
  constructor(text: string) {
    const end = text.indexOf(beforeFiles);
    const head = parseChecked(releaseHead, `${text.slice(0, end)}}`, 'The head of the release');
    this.id = head.id;
    this.created = head.created;
    this.headers = head.headers;
    this.#text = text;
    this.#start = end + beforeFiles.length;
    this.#entries = entriesOf(text, this.#start);
  }

  /** Returns the entry of a path as JSON. */
  entry(path: string): string | undefined {
    return this.#entries.get(path);
  }

  /** Returns the entries, sorted by path. */
  entries(): Iterable<[path: string, entry: string]> {
    return this.#entries;
  }

  /**
   * Returns the text of its files with these `entries` instead of its own. `others` are the sorted paths of entries
   * that it does not have. Runs of unchanged entries are copied as text.
   */
  filesTextWith(entries: ReadonlyMap<string, string>, others: readonly string[]): string {
    const parts: string[] = [];
    let next = 0;
    // The next entry begins at `at`. The entries between `from` and `at` are unchanged and not yet copied.
    let at = this.#start;
    let from = at;
    const copy = () => {
      if (at > from) parts.push(this.#text.slice(from, at - 1));
    };
    const addOthers = (isIncluded: (path: string) => boolean) => {
      for (; next < others.length && isIncluded(others[next] ?? ''); next += 1) {
        const path = others[next] ?? '';
        parts.push(textOfEntry(path, entries.get(path) ?? ''));
      }
    };
    for (const [path, entry] of this.#entries) {
      const end = at + textOfEntry(path, entry).length + 1;
      const now = entries.get(path);
      const other = others[next];
      if (now !== entry || (other !== undefined && other < path)) {
        copy();
        addOthers((one) => one < path);
        if (now !== entry && now !== undefined) parts.push(textOfEntry(path, now));
        from = now === entry ? at : end;
      }
      at = end;
    }
    copy();
    addOthers(() => true);
    return parts.join(',');
  }

  /** Returns the digest of its files, as `packContent` does. */
  digest(): string {
    const content = this.#text.slice(this.#text.indexOf('"headers":'));
    return digestOfContent(`{${content}`);
  }
}

/** Returns the entries by path. Neither paths nor values contain quotes or braces, so searching for them is enough. */
function entriesOf(text: string, start: number): ReadonlyMap<string, string> {
  const entries = new Map<string, string>();
  let at = start;
  while (text[at] === '"') {
    const afterPath = text.indexOf('"', at + 1);
    const end = text.indexOf('}', afterPath) + 1;
    if (end === 0) break;
    entries.set(text.slice(at + 1, afterPath), text.slice(afterPath + 2, end));
    at = text[end] === ',' ? end + 1 : end;
  }
  if (text.slice(at) !== '}}') throw new Error('The file of a release is cut off');
  return entries;
}

/** Returns an entry with its path, as in the text of a release. */
export function textOfEntry(path: string, entry: string): string {
  return `"${path}":${entry}`;
}

/** Returns the hash of an entry, without parsing the rest. */
export function hashOfEntry(entry: string): string {
  return entry.slice(beforeHash.length, entry.indexOf('"', beforeHash.length));
}

const beforeHash = '{"hash":"';

/** Returns the key of the headers of an entry, without parsing the rest. */
export function headersOfEntry(entry: string): string {
  return entry.slice(entry.lastIndexOf('"', entry.length - 3) + 1, -2);
}

export function fileOfEntry(entry: string): ManifestFile {
  return parseChecked(releaseFile, entry, 'An entry of the release');
}

/** Returns a stored release; `undefined` if it is missing or damaged. */
export async function readStoredRelease(
  site: SiteFolder,
  id: string,
): Promise<StoredRelease | undefined> {
  const text = await readIfThere(manifestFile(site, id));
  try {
    return text === undefined ? undefined : new StoredRelease(text);
  } catch {
    return undefined;
  }
}
