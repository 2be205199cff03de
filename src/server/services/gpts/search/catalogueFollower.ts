import { createHash } from 'node:crypto';
import { and, asc, gt, inArray, sql } from 'drizzle-orm';
import { gptFilters } from '#domain/gpts/search.ts';
import type { Database } from '#server/db/connect.ts';
import { type CatalogueState, readCatalogueState } from '#server/db/queries/snapshotChanges.ts';
import { shownQuestions } from '#server/db/queries/gptExamples.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { SearchIndex } from '#server/services/gpts/search/searchIndex.ts';
import type { EditorWords } from '#server/services/gpts/search/editorWords.ts';
import type { FilteredField } from '#server/services/gpts/search/terms.ts';
import { isShownGpt } from '#server/db/queries/shownGpts.ts';

/** GPTs that are read per query: a search waits for so many at most. */
const rowsAtOnce = 200;

/** Most changes applied before a search; with more, searches use the old index until they are applied. */
const changesBeforeSearch = 200;

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
  version: sql<string>`gpt.xmin::text`,
};

type Row = { version: string; digest: string };

type Seen = Pick<CatalogueState, 'snapshot' | 'identity'>;

/** Keeps an index equal to the shown GPTs of a database, by the changes recorded for the snapshot. */
export class CatalogueFollower {
  readonly #database: Database;
  readonly #words: EditorWords;
  readonly #rows = new Map<string, Row>();
  #index: SearchIndex;
  #seen: Seen | undefined;
  #checking: Promise<void> | undefined;
  #nextCheck: Promise<void> | undefined;
  #comparing: Promise<void> | undefined;
  #chatsRead = 0;
  #version = 0;

  constructor(database: Database, words: EditorWords) {
    this.#database = database;
    this.#words = words;
    this.#index = new SearchIndex(words);
  }

  /**
   * Returns the index with every change that was committed before this call. The exception are many changes at once, as
   * an import makes them: the index gets them in the background.
   */
  async current(): Promise<SearchIndex> {
    // A running check may have missed the newest change. All waiting callers share the check after it.
    this.#nextCheck ??= (this.#checking ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => {
        this.#nextCheck = undefined;
        this.#checking = this.#check();
        return this.#checking;
      });
    await this.#nextCheck;
    return this.#index;
  }

  /**
   * A number that differs after each change of a GPT. `undefined` while changes are applied in the background, because
   * the database may then be ahead of the index.
   */
  get version(): number | undefined {
    return this.#comparing === undefined ? this.#version : undefined;
  }

  async #check(): Promise<void> {
    if (this.#seen === undefined) return this.#compare();
    const state = await this.#readState(this.#seen);
    const isComparable = state.identity === this.#seen.identity && !state.isForgotten;
    if (!isComparable || state.changed.length > changesBeforeSearch) {
      this.#comparing ??= this.#compare().finally(() => {
        this.#comparing = undefined;
      });
      // The next check finds what is still missing, and reports the error.
      this.#comparing.catch(() => undefined);
    } else if (this.#comparing === undefined) {
      await this.#apply(state.changed);
      this.#seen = state;
    }
    this.#followChats();
  }

  /** Applies every difference between the database and the index. */
  async #compare(): Promise<void> {
    const seen = await this.#readState(undefined);
    if (this.#index.numbers - this.#index.size > this.#index.size + wastedNumbers) {
      this.#index = new SearchIndex(this.#words);
      this.#rows.clear();
    }
    const left = new Set(this.#rows.keys());
    for (let last = ''; ;) {
      const rows = await this.#database.query
        .select({ id: gpt.id, version: searchedColumns.version })
        .from(gpt)
        .where(and(isShownGpt, gt(gpt.id, last)))
        .orderBy(asc(gpt.id))
        .limit(rowsAtOnce);
      for (const { id } of rows) left.delete(id);
      const changed = rows.filter(({ id, version }) => this.#rows.get(id)?.version !== version);
      if (changed.length > 0) await this.#apply(changed.map(({ id }) => id));
      if (rows.length < rowsAtOnce) break;
      last = rows.at(-1)?.id ?? last;
    }
    for (const id of left) this.#remove(id);
    this.#seen = seen;
  }

  async #apply(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const rows = await this.#database.query
      .select(searchedColumns)
      .from(gpt)
      .where(and(inArray(gpt.id, [...ids]), isShownGpt));
    this.#version += 1;
    const left = new Set(ids);
    for (const { version, ...row } of rows) {
      left.delete(row.id);
      const { chats: count, ...texts } = row;
      const digest = createHash('sha1').update(JSON.stringify(texts)).digest('base64');
      // Ratings and counts change daily, texts hardly ever.
      if (this.#rows.get(row.id)?.digest === digest) this.#index.setChats(row.id, count);
      else this.#index.put(row);
      this.#rows.set(row.id, { version, digest });
    }
    for (const id of left) this.#remove(id);
  }

  #remove(id: string): void {
    this.#version += 1;
    this.#index.remove(id);
    this.#rows.delete(id);
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
        for (const row of rows) this.#index.setChats(row.id, row.chats);
      })
      .catch(() => undefined);
  }

  #readState(seen: Seen | undefined): Promise<CatalogueState> {
    const { query } = this.#database;
    return readCatalogueState(query, seen?.snapshot ?? null, changesBeforeSearch + 1);
  }
}
