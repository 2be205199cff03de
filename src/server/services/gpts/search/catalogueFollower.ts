import { createHash } from 'node:crypto';
import { and, gt, inArray, sql } from 'drizzle-orm';
import { gptFilters } from '#domain/gpts/search.ts';
import type { Database } from '#server/db/connect.ts';
import { type CatalogueState, readCatalogueState } from '#server/db/queries/snapshotChanges.ts';
import {
  type GptVersion,
  gptVersion,
  readGptVersions,
} from '#server/db/queries/searchedCatalogue.ts';
import { shownQuestions } from '#server/db/queries/gptExamples.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { type IndexContent, IndexStore } from '#server/services/gpts/search/indexStore.ts';
import { SearchIndex } from '#server/services/gpts/search/searchIndex.ts';
import type { EditorWords } from '#server/services/gpts/search/editorWords.ts';
import type { FilteredField } from '#server/services/gpts/search/terms.ts';
import { isShownGpt } from '#server/db/queries/shownGpts.ts';

/** GPTs that are read per query: a search waits for so many at most. */
const rowsAtOnce = 200;

/** Versions of GPTs that are read per query. */
const versionsAtOnce = 10_000;

/** Most changes applied before a search; with more, searches use the old index until they are applied. */
const changesBeforeSearch = 200;

/** The same for the first search after the start: a few seconds. With more, searches go without an index. */
const changesBeforeFirstSearch = 3_000;

/** The index is rebuilt when it has more numbers of removed GPTs than GPTs, plus these. */
const wastedNumbers = 5_000;

/** How long counts of conversations held here are used before they are read again. */
const chatsMilliseconds = 30_000;

const chats = sql<number>`(coalesce(${gpt.elsewhereChats}, 0) + ${gpt.ownChats})::float8`;

const filteredColumns = Object.fromEntries(
  Object.values(gptFilters).map((field) => [field, gpt[field]]),
) as Pick<typeof gpt, FilteredField>;

const searchedColumns = {
  id: gpt.id,
  name: gpt.name,
  description: gpt.description,
  ...filteredColumns,
  welcomeMessage: gpt.welcomeMessage,
  promptStarters: gpt.promptStarters,
  questions: shownQuestions,
  /** The index reads no more characters. */
  instructions: sql<string | null>`left(${gpt.instructions}, 4000)`,
  chats,
  version: gptVersion,
};

type Seen = Pick<CatalogueState, 'snapshot' | 'identity'>;

/** How far the index is. `changes`: GPTs that are still to be read, after the start or an import. */
export type IndexState = { kind: 'loading' | 'building' | 'ready'; changes: number };

/** Keeps an index equal to the shown GPTs of a database, by the changes recorded for the snapshot. */
export class CatalogueFollower {
  readonly #database: Database;
  readonly #words: EditorWords;
  readonly #store: IndexStore;
  readonly #onState: (state: IndexState) => void;
  #content: IndexContent;
  /** Whether the index has, or once had, all GPTs. */
  #isComplete = false;
  #seen: Seen | undefined;
  #checking: Promise<void> | undefined;
  #nextCheck: Promise<void> | undefined;
  #comparing: Promise<void> | undefined;
  #chatsRead = 0;
  #version = 0;

  /** `file` is that of the stored index. */
  constructor(
    database: Database,
    words: EditorWords,
    { file, onState }: { file: string; onState: (state: IndexState) => void },
  ) {
    this.#database = database;
    this.#words = words;
    this.#store = new IndexStore(database, words, file);
    this.#onState = onState;
    this.#content = { index: new SearchIndex(words), rows: new Map() };
  }

  /**
   * Returns the index with every change that was committed before this call. The exception are many changes at once, as
   * an import makes them: the index gets them in the background. Returns `undefined` while a large index is built for
   * the first time.
   */
  async current(): Promise<SearchIndex | undefined> {
    // A running check may have missed the newest change. All waiting callers share the check after it.
    this.#nextCheck ??= (this.#checking ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => {
        this.#nextCheck = undefined;
        this.#checking = this.#check();
        return this.#checking;
      });
    await this.#nextCheck;
    return this.#isComplete ? this.#content.index : undefined;
  }

  /**
   * A number that differs after each change of a GPT. `undefined` while changes are applied in the background, because
   * the database may then be ahead of the index.
   */
  get version(): number | undefined {
    return this.#comparing === undefined ? this.#version : undefined;
  }

  async #check(): Promise<void> {
    if (this.#seen === undefined) return this.#start();
    const state = await this.#readState(this.#seen);
    const isComparable = state.identity === this.#seen.identity && !state.isForgotten;
    if (!isComparable || state.changed.length > changesBeforeSearch) {
      // The next check finds what is still missing, and reports the error.
      this.#compareOnce(() => undefined).catch(() => undefined);
    } else if (this.#comparing === undefined) {
      await this.#apply(this.#content, state.changed);
      this.#seen = state;
      this.#store.storeIfDue(this.#content);
    }
    this.#followChats();
  }

  /** Loads the stored index and compares it. Returns when that is done, or when many GPTs must be read. */
  async #start(): Promise<void> {
    if (this.#comparing === undefined && !this.#isComplete) await this.#load();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const onMany = () => resolve(undefined);
    if (this.#comparing !== undefined) return;
    const comparing = this.#compareOnce(onMany);
    comparing.catch(() => undefined);
    await Promise.race([comparing, promise]);
  }

  async #load(): Promise<void> {
    this.#onState({ kind: 'loading', changes: 0 });
    const stored = await this.#store.load();
    if (stored === undefined) return;
    this.#content = stored;
    this.#isComplete = true;
  }

  #compareOnce(onMany: () => void): Promise<void> {
    this.#comparing ??= this.#compare(onMany).finally(() => {
      this.#comparing = undefined;
    });
    return this.#comparing;
  }

  /** Applies every difference between the database and the index. Calls `onMany` when they are many. */
  async #compare(onMany: () => void): Promise<void> {
    const seen = await this.#readState(undefined);
    const { index } = this.#content;
    const isWasted = index.numbers - index.size > index.size + wastedNumbers;
    const content: IndexContent = isWasted
      ? { index: new SearchIndex(this.#words), rows: new Map() }
      : this.#content;
    const left = new Set(content.rows.keys());
    const changed: string[] = [];
    for await (const { id, version } of this.#readVersions()) {
      left.delete(id);
      if (content.rows.get(id)?.version !== version) changed.push(id);
    }
    if (changed.length > changesBeforeFirstSearch) onMany();
    for (const id of left) this.#remove(content, id);
    for (let at = 0; at < changed.length; at += rowsAtOnce) {
      const kind = this.#isComplete ? 'ready' : 'building';
      this.#onState({ kind, changes: changed.length - at });
      await this.#apply(content, changed.slice(at, at + rowsAtOnce));
    }
    this.#content = content;
    this.#isComplete = true;
    this.#seen = seen;
    this.#onState({ kind: 'ready', changes: 0 });
    this.#store.storeIfDue(this.#content);
  }

  async *#readVersions(): AsyncGenerator<GptVersion> {
    for (let last = ''; ;) {
      const rows = await readGptVersions(this.#database.query, last, versionsAtOnce);
      yield* rows;
      if (rows.length < versionsAtOnce) return;
      last = rows.at(-1)?.id ?? last;
    }
  }

  async #apply(content: IndexContent, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const rows = await this.#database.query
      .select(searchedColumns)
      .from(gpt)
      .where(and(inArray(gpt.id, [...ids]), isShownGpt));
    this.#version += 1;
    this.#store.addChanges(ids.length);
    const left = new Set(ids);
    for (const { version, ...row } of rows) {
      left.delete(row.id);
      const { chats: count, ...texts } = row;
      const digest = createHash('sha1').update(JSON.stringify(texts)).digest('base64');
      // Ratings and counts change daily, texts hardly ever.
      if (content.rows.get(row.id)?.digest === digest) content.index.setChats(row.id, count);
      else content.index.put(row);
      content.rows.set(row.id, { version, digest });
    }
    for (const id of left) this.#remove(content, id);
  }

  #remove({ index, rows }: IndexContent, id: string): void {
    this.#version += 1;
    this.#store.addChanges(1);
    index.remove(id);
    rows.delete(id);
  }

  /** Reads counts of conversations held here, which are not among the recorded changes. */
  #followChats(): void {
    if (performance.now() - this.#chatsRead < chatsMilliseconds) return;
    this.#chatsRead = performance.now();
    void this.#database.query
      .select({ id: gpt.id, chats })
      .from(gpt)
      .where(and(isShownGpt, gt(gpt.ownChats, 0)))
      .then((rows) => {
        this.#version += 1;
        for (const row of rows) this.#content.index.setChats(row.id, row.chats);
      })
      .catch(() => undefined);
  }

  #readState(seen: Seen | undefined): Promise<CatalogueState> {
    const { query } = this.#database;
    return readCatalogueState(query, seen?.snapshot ?? null, changesBeforeSearch + 1);
  }
}
