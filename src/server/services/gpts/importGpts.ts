import { createHash } from 'node:crypto';
import { getTableColumns, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { gpt } from '#server/db/schema.ts';
import { RejectedField, readGpt } from '#server/services/gpts/readGpt.ts';

/** A row of a source: its text or value, and where it stands (a line number or a file). */
export type ImportRow = { place: string; value: unknown };

export type Rejection = { place: string; reason: string };

export type ImportReport = {
  added: number;
  changed: number;
  unchanged: number;
  rejected: number;
  /** The first rejections, at most a thousand. */
  rejections: Rejection[];
};

type Row = typeof gpt.$inferInsert;

const rowsPerStatement = 200;
const rejectionsKept = 1_000;

/** Columns that an import leaves as they are: what happened here, and what the operator decided. */
const ownColumns = [
  'id',
  'visibility',
  'ownChats',
  'ratingSum',
  'ratings',
  'reviews',
  'hidden',
  'removed',
  'created',
  'updated',
];

const imported = Object.entries(getTableColumns(gpt)).filter(
  ([name]) => !ownColumns.includes(name),
);

/**
 * Imports GPTs row by row: adds new ones, replaces changed ones, leaves the rest. A bad row is reported and stops
 * nothing; imported again, nothing changes. `progress` hears how many rows were read.
 */
export async function importGpts(
  database: Database,
  rows: AsyncIterable<ImportRow> | Iterable<ImportRow>,
  progress: (rows: number) => void = () => undefined,
): Promise<ImportReport> {
  const report: ImportReport = { added: 0, changed: 0, unchanged: 0, rejected: 0, rejections: [] };
  let batch = new Map<string, Row>();
  let read = 0;
  for await (const { place, value } of rows) {
    read += 1;
    try {
      const row = withDigest(readGpt(value));
      batch.set(row.id, row);
    } catch (error) {
      if (!(error instanceof RejectedField)) throw error;
      report.rejected += 1;
      if (report.rejections.length < rejectionsKept) {
        report.rejections.push({ place, reason: error.message });
      }
    }
    if (batch.size < rowsPerStatement) continue;
    await store(database, [...batch.values()], report);
    batch = new Map();
    progress(read);
  }
  await store(database, [...batch.values()], report);
  progress(read);
  return report;
}

async function store(database: Database, rows: Row[], report: ImportReport): Promise<void> {
  if (rows.length === 0) return;
  const set = Object.fromEntries(
    imported.map(([name, column]) => [name, sql.raw(`excluded."${column.name}"`)]),
  );
  const stored = await database.query
    .insert(gpt)
    // In one order, so that two imports at once do not wait for each other in a circle.
    .values(rows.toSorted((one, other) => (one.id < other.id ? -1 : 1)))
    .onConflictDoUpdate({
      target: gpt.id,
      set: { ...set, updated: sql`now()` },
      setWhere: sql`${gpt.importDigest} is distinct from excluded.import_digest`,
    })
    .returning({ added: sql<boolean>`(xmax = 0)` });
  const added = stored.filter((row) => row.added).length;
  report.added += added;
  report.changed += stored.length - added;
  report.unchanged += rows.length - stored.length;
}

function withDigest(row: Row): Row {
  const importDigest = createHash('sha256').update(JSON.stringify(row)).digest('base64url');
  return { ...row, importDigest };
}
