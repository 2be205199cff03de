import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Client } from 'pg';
import * as z from 'zod/mini';
import { parseRows } from '#server/db/rawRows.ts';

export const migrationsFolder = fileURLToPath(new URL('migrations', import.meta.url));

/** The time of a migration in the journal identifies it. */
export type AppliedMigration = { hash: string; time: number };

/** A migration of this program. */
export type KnownMigration = { tag: string; time: number };

const journalSchema = z.looseObject({
  entries: z.array(z.looseObject({ tag: z.string(), when: z.number() })),
});

/** Whether migrations were ever applied to a database: else it is empty, or not one of ours. */
export async function hasMigrations(client: Client): Promise<boolean> {
  const { rows } = await client.query(
    "select where to_regclass('drizzle.__drizzle_migrations') is not null",
  );
  return rows.length > 0;
}

/** Returns the applied migrations, oldest first; none for an empty database. */
export async function readApplied(client: Client): Promise<AppliedMigration[]> {
  if (!(await hasMigrations(client))) return [];
  const { rows } = await client.query(
    'select hash, created_at::float8 as time from drizzle.__drizzle_migrations order by created_at',
  );
  return parseRows({ hash: z.string(), time: z.number() }, rows);
}

/** Returns the migrations of this program, oldest first. */
export async function readKnown(): Promise<KnownMigration[]> {
  const { entries } = await readJournal();
  return entries.map(({ tag, when }) => ({ tag, time: when }));
}

/** Returns the known migrations that a database with these applied ones lacks. */
export function findMissing(
  known: readonly KnownMigration[],
  applied: readonly AppliedMigration[],
): KnownMigration[] {
  // The baseline replaces former migrations, and drizzle applies only what is newer than the newest.
  const newest = Math.max(0, ...applied.map(({ time }) => time));
  return known.filter(({ time }) => time > newest);
}

/** Returns the applied migrations that only a newer program knows. */
export function findNewer(
  known: readonly KnownMigration[],
  applied: readonly AppliedMigration[],
): AppliedMigration[] {
  const newest = Math.max(0, ...known.map(({ time }) => time));
  return applied.filter(({ time }) => time > newest);
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

async function readJournal(): Promise<z.infer<typeof journalSchema>> {
  const text = await readFile(join(migrationsFolder, 'meta', '_journal.json'), 'utf8');
  return z.parse(journalSchema, JSON.parse(text));
}
