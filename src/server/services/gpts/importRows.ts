import { isDatabaseGone, sentenceOf } from '#server/errors.ts';
import { type ReadRow, RejectedField, RejectedRow } from '#server/services/gpts/rejectedField.ts';
import type { RepeatedRows } from '#server/services/gpts/repeatedRows.ts';
import { DamagedFile } from '#server/services/textFiles/openBytes.ts';

/** A row of a source: its value, or why it cannot be read, with its text; and its location (a line or a file). */
export type ImportRow = { place: string; line?: number } & (
  | { value: unknown }
  | { problem: string; text?: string }
);

/** `reason` are the errors of the row, joined. */
export type Rejection = { place: string; reason: string };

/** The outcome of a row that was not stored unchanged. */
export type Outcome = 'rejected' | 'repeated' | 'fields dropped';

/** A row that was not stored unchanged, with all errors in it. */
export type ReportedRow = { outcome: Outcome; source: ImportRow; errors: readonly string[] };

export type ImportReport = {
  added: number;
  changed: number;
  unchanged: number;
  rejected: number;
  /** The first rejections, at most a thousand. */
  rejections: Rejection[];
  /** Rows that were left out because a later row of the file is about the same thing; the first thousand of them. */
  repeated: number;
  repetitions: Rejection[];
  /** Rows that were stored without their bad optional fields; the first thousand of them. */
  incomplete: number;
  omissions: Rejection[];
  /** The names of columns and keys that are no fields, each once, with its first row; at most fifty. */
  unknownFields: Rejection[];
};

/** An import that stored only the rows before the damage of its file. */
export class InterruptedImport extends Error {
  readonly report: ImportReport;

  constructor(damage: DamagedFile, report: ImportReport) {
    const taken = report.added + report.changed + report.unchanged;
    const count = taken === 1 ? '1 row was' : `${taken} rows were`;
    super(`${damage.message}: ${count} taken`, { cause: damage });
    this.name = 'InterruptedImport';
    this.report = report;
  }
}

export type ImportListener = {
  /** Called with the number of rows read so far. */
  progress?: (rows: number) => void;
  /** Called with every row that is not stored unchanged; the import waits for it. */
  report?: (row: ReportedRow) => void | Promise<void>;
};

type Importer<Row> = {
  /** Throws `RejectedField` and `RejectedRow`. */
  read: (value: unknown) => ReadRow<Row>;
  /** The key of a row. Rows of one batch have different keys. */
  key: (row: Row) => string;
  /** The approximate number of characters of a row in a statement. */
  characters: (row: Row) => number;
  store: (rows: readonly Row[]) => Promise<Stored>;
  rowsPerStatement: number;
  /** The rows of the whole file that repeat other rows or must be rejected. */
  repeated?: RepeatedRows | undefined;
};

export type Stored = {
  added: number;
  changed: number;
  /** The reasons why rows were not stored, by key. */
  refused?: ReadonlyMap<string, string>;
};

type Entry<Row> = { source: ImportRow; row: Row };

/** Reads the row of a source. Returns its errors when it cannot be stored. */
export function readOrReject<Row>(
  source: ImportRow,
  read: (value: unknown) => ReadRow<Row>,
): ReadRow<Row> | { errors: readonly string[] } {
  if (!('value' in source)) return { errors: [source.problem] };
  try {
    return read(source.value);
  } catch (error) {
    if (error instanceof RejectedRow) return { errors: error.errors };
    if (error instanceof RejectedField) return { errors: [error.message] };
    throw error;
  }
}

const charactersPerStatement = 8_000_000;
const rejectionsKept = 1_000;
const unknownKept = 50;

/**
 * Reads and stores rows in batches. A bad row is reported and does not stop the import. Throws `InterruptedImport` when
 * the source ends unexpectedly, and when the database is gone; rows stored before stay.
 */
export async function importRows<Row>(
  rows: AsyncIterable<ImportRow> | Iterable<ImportRow>,
  listener: ImportListener,
  importer: Importer<Row>,
): Promise<ImportReport> {
  const run = new ImportRun(listener, importer);
  let end: unknown;
  try {
    for await (const source of rows) {
      // Most rows are only added to the batch: awaiting each of them would take longer than reading it.
      const storing = run.take(source);
      if (storing) await storing;
    }
  } catch (error) {
    end = error;
  }
  // Rows before an unexpected end of the source are stored.
  await run.flush();
  if (end === undefined) return run.report;
  throw end instanceof DamagedFile ? new InterruptedImport(end, run.report) : end;
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
    incomplete: 0,
    omissions: [],
    unknownFields: [],
  };
  readonly #unknown = new Set<string>();
  readonly #listener: ImportListener;
  readonly #importer: Importer<Row>;
  #batch = new Map<string, Entry<Row>>();
  #characters = 0;
  #read = 0;

  constructor(listener: ImportListener, importer: Importer<Row>) {
    this.#listener = listener;
    this.#importer = importer;
  }

  /** Takes the next row. Returns a promise if the caller must wait before the next call. */
  take(source: ImportRow): Promise<void> | undefined {
    this.#read += 1;
    const found = readOrReject(source, this.#importer.read);
    if ('errors' in found) return this.#reject(source, found.errors);
    const { row, dropped, unknown } = found;
    for (const reason of unknown) this.#name(source, reason);
    const key = this.#importer.key(row);
    const refusal = this.#importer.repeated?.refused.get(this.#read);
    if (refusal !== undefined) return this.#reject(source, [refusal]);
    const winner = this.#importer.repeated?.winners.get(key);
    if (winner !== undefined && winner.number !== this.#read) return this.#repeat(source, winner);
    if (dropped.length > 0) {
      return this.#omit(source, dropped).then(() => this.#add(key, { source, row }));
    }
    return this.#add(key, { source, row });
  }

  /** Reports a name that is no field, at its first row. */
  #name({ place }: ImportRow, reason: string): void {
    if (this.#unknown.has(reason) || this.#unknown.size >= unknownKept) return;
    this.#unknown.add(reason);
    this.report.unknownFields.push({ place, reason });
  }

  #add(key: string, entry: Entry<Row>): Promise<void> | undefined {
    // Of two rows about the same thing the later one counts, as if it came from another file.
    if (this.#batch.has(key)) return this.flush().then(() => this.#add(key, entry));
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

  /** Stores a batch. If the database refuses it, stores each row alone to find the refused one. */
  async #store(batch: readonly Entry<Row>[]): Promise<void> {
    const [only, ...others] = batch;
    if (!only) return;
    try {
      const { added, changed, refused } = await this.#importer.store(batch.map(({ row }) => row));
      this.report.added += added;
      this.report.changed += changed;
      this.report.unchanged += batch.length - added - changed - (refused?.size ?? 0);
      for (const { source, row } of refused?.size ? batch : []) {
        const reason = refused?.get(this.#importer.key(row));
        if (reason !== undefined) await this.#reject(source, [reason]);
      }
    } catch (error) {
      if (isDatabaseGone(error)) throw error;
      if (others.length > 0) for (const one of batch) await this.#store([one]);
      else {
        await this.#reject(only.source, [`row is refused by the database: ${sentenceOf(error)}`]);
      }
    }
  }

  async #reject(source: ImportRow, errors: readonly string[]): Promise<void> {
    this.report.rejected += 1;
    await this.#report('rejected', source, errors, this.report.rejections);
  }

  async #repeat(source: ImportRow, winner: { place: string }): Promise<void> {
    this.report.repeated += 1;
    const errors = [`repeated by ${winner.place}, which counts`];
    await this.#report('repeated', source, errors, this.report.repetitions);
  }

  async #omit(source: ImportRow, errors: readonly string[]): Promise<void> {
    this.report.incomplete += 1;
    await this.#report('fields dropped', source, errors, this.report.omissions);
  }

  async #report(
    outcome: Outcome,
    source: ImportRow,
    errors: readonly string[],
    kept: Rejection[],
  ): Promise<void> {
    if (kept.length < rejectionsKept) kept.push({ place: source.place, reason: errors.join('; ') });
    await this.#listener.report?.({ outcome, source, errors });
  }
}
