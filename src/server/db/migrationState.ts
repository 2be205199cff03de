import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Executor } from '#server/db/connect.ts';
import { hasRelation } from '#server/db/hasRelation.ts';
import { parseRows } from '#server/db/rawRows.ts';

export const migrationsFolder = fileURLToPath(new URL('migrations', import.meta.url));

/** The time of a migration in the journal identifies it. */
export type AppliedMigration = { hash: string; time: number };

/** A migration of this program. */
export type KnownMigration = { tag: string; time: number };

export type MigrationState = {
  /** Oldest first; none for an empty database. */
  applied: AppliedMigration[];
  /** Migrations of this program that the database lacks. */
  missing: KnownMigration[];
  /** Migrations of the database that this program does not know, because it is older. */
  newer: AppliedMigration[];
};

const journalSchema = z.looseObject({
  entries: z.array(z.looseObject({ tag: z.string(), when: z.number() })),
});

/**
 * Whether migrations were ever applied to a database: else it is empty, or not one of ours. A first start that was killed
 * leaves their table without a row, because drizzle creates it before its transaction.
 */
export async function hasMigrations(executor: Executor): Promise<boolean> {
  return (await readApplied(executor)).length > 0;
}

/** Compares the migrations of a database with those of this program. Changes nothing. */
export async function readMigrationState(executor: Executor): Promise<MigrationState> {
  const [applied, known] = await Promise.all([readApplied(executor), readKnown()]);
  // The baseline replaces former migrations, and drizzle applies only what is newer than the newest.
  const [newestApplied, newestKnown] = [newestOf(applied), newestOf(known)];
  return {
    applied,
    missing: known.filter(({ time }) => time > newestApplied),
    newer: applied.filter(({ time }) => time > newestKnown),
  };
}

/** Returns the time of the newest of some migrations; 0 for none. */
export function newestOf(migrations: readonly { time: number }[]): number {
  return Math.max(0, ...migrations.map(({ time }) => time));
}

/** Returns the migrations of this program, oldest first. */
export async function readKnown(): Promise<KnownMigration[]> {
  const { entries } = await readJournal();
  return entries.map(({ tag, when }) => ({ tag, time: when }));
}

/** Calls `work` with a folder of the migrations up to a time, because drizzle applies all of a folder. */
export async function withMigrationsUntil<Result>(
  time: number,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'dolores-migrations-'));
  try {
    const journal = await readJournal();
    const entries = journal.entries.filter(({ when }) => when <= time);
    await mkdir(join(folder, 'meta'));
    await writeFile(join(folder, 'meta', '_journal.json'), JSON.stringify({ ...journal, entries }));
    for (const { tag } of entries) {
      await cp(join(migrationsFolder, `${tag}.sql`), join(folder, `${tag}.sql`));
    }
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readApplied(executor: Executor): Promise<AppliedMigration[]> {
  if (!(await hasRelation(executor, 'drizzle.__drizzle_migrations'))) return [];
  const { rows } = await executor.execute(sql`
    select hash, created_at::float8 as time from drizzle.__drizzle_migrations order by created_at`);
  return parseRows({ hash: z.string(), time: z.number() }, rows);
}

async function readJournal(): Promise<z.infer<typeof journalSchema>> {
  const text = await readFile(join(migrationsFolder, 'meta', '_journal.json'), 'utf8');
  return z.parse(journalSchema, JSON.parse(text));
}
