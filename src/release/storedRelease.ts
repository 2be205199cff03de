import {
  type Headers,
  type Manifest,
  type ManifestFile,
  digestOfContent,
  manifestFile,
} from '#release/manifest.ts';
import { type SiteFolder, readIfThere } from '#release/siteFolder.ts';

const beforeFiles = ',"files":{';

/**
 * A stored release as a publish reads it that takes nearly all of it over: its entries stay the texts that they are.
 * Making an object of each takes ten times as long.
 */
export class StoredRelease {
  readonly id: string;
  readonly created: string;
  readonly headers: Readonly<Record<string, Headers>>;
  readonly #text: string;
  /** Where in the text the first entry begins. */
  readonly #start: number;
  readonly #entries: ReadonlyMap<string, string>;

  /** `text` as `releaseText` writes it. Throws where it is not. */
  constructor(text: string) {
    const end = text.indexOf(beforeFiles);
    const head = JSON.parse(`${text.slice(0, end)}}`) as Omit<Manifest, 'files'>;
    this.id = head.id;
    this.created = head.created;
    this.headers = head.headers;
    this.#text = text;
    this.#start = end + beforeFiles.length;
    this.#entries = entriesOf(text, this.#start);
  }

  /** Its entry of a path, as JSON. */
  entry(path: string): string | undefined {
    return this.#entries.get(path);
  }

  /** Its entries, sorted by path. */
  entries(): Iterable<[path: string, entry: string]> {
    return this.#entries;
  }

  /**
   * The text of its files when these `entries` take the place of its own, among them those under the paths `others`,
   * which are sorted and which it does not have. Unchanged runs of entries are copied as they are.
   */
  filesTextWith(entries: ReadonlyMap<string, string>, others: readonly string[]): string {
    const parts: string[] = [];
    let next = 0;
    // The next entry begins at `at`, and all from `from` on stay as they are.
    let at = this.#start;
    let from = at;
    const copy = () => {
      if (at > from) parts.push(this.#text.slice(from, at - 1));
    };
    const addOthers = (isMeant: (path: string) => boolean) => {
      for (; next < others.length && isMeant(others[next] ?? ''); next += 1) {
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

  /** The digest of what it serves, as `packContent` makes it. */
  digest(): string {
    const content = this.#text.slice(this.#text.indexOf('"headers":'));
    return digestOfContent(`{${content}`);
  }
}

/** Neither paths nor entries hold a quote or a brace of their own. */
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

/** An entry as it stands among the files of a release. */
export function textOfEntry(path: string, entry: string): string {
  return `"${path}":${entry}`;
}

/** The file that an entry names in the store, without reading the rest of it. */
export function hashOfEntry(entry: string): string {
  return entry.slice(beforeHash.length, entry.indexOf('"', beforeHash.length));
}

const beforeHash = '{"hash":"';

/** The set of headers that an entry names. */
export function headersOfEntry(entry: string): string {
  return entry.slice(entry.lastIndexOf('"', entry.length - 3) + 1, -2);
}

export function fileOfEntry(entry: string): ManifestFile {
  return JSON.parse(entry) as ManifestFile;
}

/** The stored release of this id; `undefined` where there is none that can be read. */
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
