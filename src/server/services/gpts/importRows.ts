import { isDatabaseGone, sentenceOf } from '#server/errors.ts';
import { RejectedField } from '#server/services/gpts/readGpt.ts';

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
};

/** Who wants to know what during an import. */
export type ImportListener = {
  /** Hears how many rows were read so far. */
  progress?: (rows: number) => void;
  /** Hears of every row that is rejected; the import waits for it. */
  reject?: (rejection: Rejection) => void | Promise<void>;
};

/** How rows of one kind are read and stored. */
type Importer<Row> = {
  /** Throws `RejectedField`. */
  read: (value: unknown) => Row;
  /** What a row is about; rows that are stored together are about different things. */
  key: (row: Row) => string;
  /** Stores rows in one transaction. */
  store: (rows: readonly Row[]) => Promise<{ added: number; changed: number }>;
  rowsPerStatement: number;
};

type Batch<Row> = Map<string, { place: string; row: Row }>;

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
    for await (const source of rows) await run.take(source);
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

  async take(source: ImportRow): Promise<void> {
    this.#read += 1;
    const row = await this.#readRow(source);
    if (row === undefined) return;
    const key = this.#importer.key(row);
    // The later one of two rows about the same thing counts, as it would from another file.
    if (this.#batch.has(key)) await this.flush();
    this.#batch.set(key, { place: source.place, row });
    this.#characters += JSON.stringify(row).length;
    const isFull = this.#batch.size >= this.#importer.rowsPerStatement;
    if (isFull || this.#characters >= charactersPerStatement) await this.flush();
  }

  async flush(): Promise<void> {
    await this.#store([...this.#batch.values()]);
    this.#batch = new Map();
    this.#characters = 0;
    this.#listener.progress?.(this.#read);
  }

  async #readRow(source: ImportRow): Promise<Row | undefined> {
    try {
      if ('value' in source) return this.#importer.read(source.value);
      await this.#reject(source.place, source.problem);
    } catch (error) {
      if (!(error instanceof RejectedField)) throw error;
      await this.#reject(source.place, error.message);
    }
    return undefined;
  }

  /** A row that the database refuses is found by storing each one alone. */
  async #store(batch: readonly { place: string; row: Row }[]): Promise<void> {
    const [only, ...others] = batch;
    if (!only) return;
    try {
      const { added, changed } = await this.#importer.store(batch.map(({ row }) => row));
      this.report.added += added;
      this.report.changed += changed;
      this.report.unchanged += batch.length - added - changed;
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
}
