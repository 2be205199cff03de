import type { Database } from '#server/db/connect.ts';
import { type CatalogueOrigin, readCatalogueOrigin } from '#server/db/queries/searchedCatalogue.ts';
import type { EditorWords } from '#server/services/gpts/search/editorWords.ts';
import { readIndexFile, writeIndexFile } from '#server/services/gpts/search/indexFile.ts';
import { indexVersion } from '#server/services/gpts/search/indexVersion.ts';
import { SearchIndex } from '#server/services/gpts/search/searchIndex.ts';

/** An index is stored again when so many GPTs were read since it was stored, and some time after that. */
const changesBeforeStoring = 1_000;
const pauseMilliseconds = 300_000;

/** The version of a GPT's rows, and the digest of its texts. */
type Row = { version: string; digest: string };

/** An index, and of which rows it was made. */
export type IndexContent = { index: SearchIndex; rows: Map<string, Row> };

/** Keeps the index in a file, so that the next start need not build it. */
export class IndexStore {
  readonly #database: Database;
  readonly #words: EditorWords;
  readonly #file: string;
  /** Read once: a digest of the code that runs, also after its files were exchanged. */
  readonly #version: string;
  #changes = 0;
  #stored: number | undefined;
  #isStoring = false;

  constructor(database: Database, words: EditorWords, file: string) {
    this.#database = database;
    this.#words = words;
    this.#file = file;
    this.#version = indexVersion(words);
  }

  /**
   * Returns the stored index. It may be older than the database. Returns `undefined` without a file of this code and this
   * database.
   */
  async load(): Promise<IndexContent | undefined> {
    const stored = await readIndexFile(this.#file, this.#version);
    if (stored === undefined) return undefined;
    const here = await this.#readOrigin();
    // A smaller number than the stored one: an older copy of the database was put in place.
    const isOfHere = here?.origin === stored.origin && BigInt(stored.next) <= BigInt(here.next);
    if (!isOfHere) return undefined;
    this.#stored = performance.now();
    const rows = stored.ids.map((id, at): [string, Row] => {
      return [id, { version: stored.versions[at] ?? '', digest: stored.digests[at] ?? '' }];
    });
    return { index: new SearchIndex(this.#words, stored.index), rows: new Map(rows) };
  }

  /** Counts GPTs that were read again. */
  addChanges(gpts: number): void {
    this.#changes += gpts;
  }

  /** Stores the index in the background, unless few GPTs changed, or it was stored a short time ago. */
  storeIfDue(content: IndexContent): void {
    const pause = performance.now() - (this.#stored ?? -Infinity);
    if (this.#isStoring || pause < pauseMilliseconds || this.#changes < changesBeforeStoring)
      return;
    this.#isStoring = true;
    this.#stored = performance.now();
    const changes = this.#changes;
    this.#store(content)
      .then(() => (this.#changes -= changes))
      // Without a file, the next start builds the index again.
      .catch(() => undefined)
      .finally(() => (this.#isStoring = false));
  }

  async #store({ index, rows }: IndexContent): Promise<void> {
    const origin = await this.#readOrigin();
    if (origin === undefined) return;
    const all = [...rows.values()];
    await writeIndexFile(this.#file, this.#version, {
      ...origin,
      ids: [...rows.keys()],
      versions: all.map(({ version }) => version),
      digests: all.map(({ digest }) => digest),
      index: index.toStored(),
    });
  }

  /** Returns `undefined` where PostgreSQL does not let this user read it: then no index is stored or loaded. */
  #readOrigin(): Promise<CatalogueOrigin | undefined> {
    return readCatalogueOrigin(this.#database.query).catch(() => undefined);
  }
}
