import type { Database } from '#server/db/connect.ts';
import { isDatabaseGone, sentenceOf } from '#server/errors.ts';
import { RejectedField, readGpt, readVisibility } from '#server/services/gpts/readGpt.ts';
import { type StoredGpt, storeGpts } from '#server/services/gpts/storeGpts.ts';

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

type Read = { place: string; row: StoredGpt };

const rowsPerStatement = 200;
const charactersPerStatement = 8_000_000;
const rejectionsKept = 1_000;

/**
 * Imports GPTs row by row: adds new ones, replaces changed ones, leaves the rest. A bad row is reported and stops
 * nothing; imported again, nothing changes. Ended at any moment, it leaves whole rows only.
 */
export async function importGpts(
  database: Database,
  rows: AsyncIterable<ImportRow> | Iterable<ImportRow>,
  listener: ImportListener = {},
): Promise<ImportReport> {
  const counter = new ImportCounter(listener);
  let batch = new Map<string, Read>();
  let characters = 0;
  const flush = async () => {
    await storeBatch(database, [...batch.values()], counter);
    batch = new Map();
    characters = 0;
    listener.progress?.(counter.read);
  };
  for await (const source of rows) {
    counter.read += 1;
    const row = await counter.rejecting(source, readRow);
    if (row === undefined) continue;
    // The later one of two rows with the same id counts, as it would from another file.
    if (batch.has(row.id)) await flush();
    batch.set(row.id, { place: source.place, row });
    characters += JSON.stringify(row).length;
    if (batch.size >= rowsPerStatement || characters >= charactersPerStatement) await flush();
  }
  await flush();
  return counter.report;
}

/** Counts what became of the rows of an import, and passes on those that are rejected. */
export class ImportCounter {
  read = 0;
  readonly report: ImportReport = {
    added: 0,
    changed: 0,
    unchanged: 0,
    rejected: 0,
    rejections: [],
  };
  readonly #listener: ImportListener;

  constructor(listener: ImportListener) {
    this.#listener = listener;
  }

  count(rows: number, { added, changed }: { added: number; changed: number }): void {
    this.report.added += added;
    this.report.changed += changed;
    this.report.unchanged += rows - added - changed;
  }

  async reject(place: string, reason: string): Promise<void> {
    const rejection = { place, reason };
    this.report.rejected += 1;
    if (this.report.rejections.length < rejectionsKept) this.report.rejections.push(rejection);
    await this.#listener.reject?.(rejection);
  }

  /** What `read` makes of a row; `undefined` when the row is rejected. */
  async rejecting<Result>(
    source: ImportRow,
    read: (value: unknown) => Result,
  ): Promise<Result | undefined> {
    try {
      if ('value' in source) return read(source.value);
      await this.reject(source.place, source.problem);
    } catch (error) {
      if (!(error instanceof RejectedField)) throw error;
      await this.reject(source.place, error.message);
    }
    return undefined;
  }
}

function readRow(value: unknown): StoredGpt {
  const row = readGpt(value);
  return { ...row, visibility: readVisibility(value as Record<string, unknown>) };
}

/** A row that the database refuses is found by storing each one alone. */
async function storeBatch(
  database: Database,
  batch: readonly Read[],
  counter: ImportCounter,
): Promise<void> {
  try {
    const rows = batch.map(({ row }) => row);
    counter.count(batch.length, await storeGpts(database, rows));
  } catch (error) {
    if (isDatabaseGone(error)) throw error;
    const [only, ...others] = batch;
    if (only && others.length === 0) {
      await counter.reject(only.place, `row is refused by the database: ${sentenceOf(error)}`);
    } else for (const one of batch) await storeBatch(database, [one], counter);
  }
}
