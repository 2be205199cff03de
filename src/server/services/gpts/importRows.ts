import { isDatabaseGone, sentenceOf } from '#server/errors.ts';
import { RejectedField } from '#server/services/gpts/readGpt.ts';
import type { RepeatedRows } from '#server/services/gpts/repeatedRows.ts';

/** A row of a source: what it says, or why that cannot be known, and where it stands (a line or a file). */
export type ImportRow = { place: string; value: unknown } | { place: string; problem: string };

export type Rejection = { place: string; reason: string };

export type ImportReport = {
  added: number;
  changed: number;
  unchanged: number;
  rejected: number;
  /** The first rejections, at most a thousand. */
  rejections: Rejection[];
  /** Rows that were left out because a later one of the file is about the same thing; the first thousand of them. */
  repeated: number;
  repetitions: Rejection[];
};

/** Who wants to know what during an import. */
export type ImportListener = {
  /** Called with how many rows were read so far. */
  progress?: (rows: number) => void;
  /** Called with every row that is rejected or repeated; the import waits for it. */
  reject?: (rejection: Rejection) => void | Promise<void>;
};

/** How rows of one kind are read and stored. */
type Importer<Row> = {
  /** Throws `RejectedField`. */
  read: (value: unknown) => Row;
  /** What a row is about; rows that are stored together are about different things. */
  key: (row: Row) => string;
  /** About how many characters a row has in a statement. */
  characters: (row: Row) => number;
  /** Stores rows in one transaction. */
  store: (rows: readonly Row[]) => Promise<Stored>;
  rowsPerStatement: number;
  /** The rows of the whole file that repeat others or must be rejected. */
  repeated?: RepeatedRows | undefined;
};

export type Stored = {
  added: number;
  changed: number;
  /** By key, why a row was not stored. */
  refused?: ReadonlyMap<string, string>;
};

type Batch<Row> = Map<string, { place: string; row: Row }>;

/** Reads the row of a source; what cannot be read has a reason. */
export function readOrReject<Row>(
  source: ImportRow,
  read: (value: unknown) => Row,
): { row: Row } | { reason: string } {
  if (!('value' in source)) return { reason: source.problem };
  try {
    return { row: read(source.value) };
  } catch (error) {
    if (!(error instanceof RejectedField)) throw error;
    return { reason: error.message };
  }
}

const charactersPerStatement = 8_000_000;
const rejectionsKept = 1_000;

/**
 * Reads and stores rows, a bounded number at a time. A bad row is reported and stops nothing. Throws when the source
 * breaks off or the database is gone; what was stored by then stays.
 */
export async function importRows<Row>(
  rows: AsyncIterable<ImportRow> | Iterable<ImportRow>,
  listener: ImportListener,
  importer: Importer<Row>,
): Promise<ImportReport> {
  const run = new ImportRun(listener, importer);
  try {
    for await (const source of rows) {
      // Most rows are only put aside: waiting for each of them would take longer than reading it.
      const storing = run.take(source);
      if (storing) await storing;
    }
  } finally {
    // What was read before the source broke off counts.
    await run.flush();
  }
  return run.report;
}

class ImportRun<Row> {
  readonly report: ImportReport = {
    added: 0,
    changed: 0,
    unchanged: 0,
    rejected: 0,
    rejections: [],
    repeated: 0,
    repetitions: [],
  };
  readonly #listener: ImportListener;
  readonly #importer: Importer<Row>;
  #batch: Batch<Row> = new Map();
  #characters = 0;
  #read = 0;

  constructor(listener: ImportListener, importer: Importer<Row>) {
    this.#listener = listener;
    this.#importer = importer;
  }

  /** Takes the next row. Returns what must have ended before the one after it. */
  take(source: ImportRow): Promise<void> | undefined {
    this.#read += 1;
    const { place } = source;
    const found = readOrReject(source, this.#importer.read);
    if ('reason' in found) return this.#reject(place, found.reason);
    const { row } = found;
    const key = this.#importer.key(row);
    const refusal = this.#importer.repeated?.refused.get(this.#read);
    if (refusal !== undefined) return this.#reject(place, refusal);
    const winner = this.#importer.repeated?.winners.get(key);
    if (winner !== undefined && winner.number !== this.#read) return this.#repeat(place, winner);
    // The later one of two rows about the same thing counts, as it would from another file.
    if (this.#batch.has(key)) return this.flush().then(() => this.#add(key, { place, row }));
    return this.#add(key, { place, row });
  }

  #add(key: string, entry: { place: string; row: Row }): Promise<void> | undefined {
    this.#batch.set(key, entry);
    this.#characters += this.#importer.characters(entry.row);
    const isFull = this.#batch.size >= this.#importer.rowsPerStatement;
    return isFull || this.#characters >= charactersPerStatement ? this.flush() : undefined;
  }

  async flush(): Promise<void> {
    await this.#store([...this.#batch.values()]);
    this.#batch = new Map();
    this.#characters = 0;
    this.#listener.progress?.(this.#read);
  }

  /** A row that the database refuses is found by storing each one alone. */
  async #store(batch: readonly { place: string; row: Row }[]): Promise<void> {
    const [only, ...others] = batch;
    if (!only) return;
    try {
      const { added, changed, refused } = await this.#importer.store(batch.map(({ row }) => row));
      this.report.added += added;
      this.report.changed += changed;
      this.report.unchanged += batch.length - added - changed - (refused?.size ?? 0);
      for (const { place, row } of refused?.size ? batch : []) {
        const reason = refused?.get(this.#importer.key(row));
        if (reason !== undefined) await this.#reject(place, reason);
      }
    } catch (error) {
      if (isDatabaseGone(error)) throw error;
      if (others.length > 0) for (const one of batch) await this.#store([one]);
      else await this.#reject(only.place, `row is refused by the database: ${sentenceOf(error)}`);
    }
  }

  async #reject(place: string, reason: string): Promise<void> {
    const rejection = { place, reason };
    this.report.rejected += 1;
    if (this.report.rejections.length < rejectionsKept) this.report.rejections.push(rejection);
    await this.#listener.reject?.(rejection);
  }

  async #repeat(place: string, winner: { place: string }): Promise<void> {
    const rejection = { place, reason: `repeated by ${winner.place}, which counts` };
    this.report.repeated += 1;
    if (this.report.repetitions.length < rejectionsKept) this.report.repetitions.push(rejection);
    await this.#listener.reject?.(rejection);
  }
}
