import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { pino } from 'pino';
import { connect } from '#server/db/connect.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { removeDataFolder } from '#server/db/embeddedRemoval.ts';
import { migrate } from '#server/db/migrate.ts';
import { hasCode } from '#server/errors.ts';
import { nodeFlags } from '../../../scripts/bootstrap/run.mjs';
import { seedAnswers } from './seed.ts';

export type BackupBenchInput = {
  gpts: number;
  answers: number;
  /** The `bin` folder of another major version of PostgreSQL; without one, no upgrade is measured. */
  oldBin: string | undefined;
  progress: (line: string) => void;
};

/** A command, how long it took, and what was found after it had been killed in the middle. */
export type MeasuredCommand = { name: string; seconds: number; afterKill: string };

type Bench = BackupBenchInput & { folder: string; source: string; target: string };

/** Fills a database, and measures backup, drill, restore and upgrade: each whole, then killed, then repeated. */
export async function runBackupBench(input: BackupBenchInput): Promise<MeasuredCommand[]> {
  const folder = await mkdtemp(join(tmpdir(), 'dolores-bench-backup-'));
  // As root, PostgreSQL runs as another user, who must get through to its own folder in here.
  await chmod(folder, 0o711);
  const bench = { ...input, folder, source: join(folder, 'a'), target: join(folder, 'backups') };
  try {
    await fill(bench);
    const measured = [await measureBackup(bench), await measureDrill(bench)];
    measured.push(await measureRestore(bench));
    if (input.oldBin !== undefined) measured.push(await measureUpgrade(bench, input.oldBin));
    return measured;
  } finally {
    for (const name of ['a', 'b', 'old']) {
      await removeDataFolder(join(folder, name), () => undefined);
    }
    await rm(folder, { recursive: true, force: true });
  }
}

async function fill({ source, gpts, answers, progress }: Bench): Promise<void> {
  progress(`Filling a database with ${gpts} GPTs and ${answers} answers`);
  const postgres = await startEmbedded({ dataDir: source, log: () => undefined });
  await migrate(postgres.url);
  const database = connect(postgres.url, pino({ level: 'silent' }), 2);
  await run(source, ['gpts', 'generate', '--count', String(gpts), '--days', '1']);
  await seedAnswers(database.pool, answers);
  await database.close();
  await postgres.stop();
}

async function measureBackup({ source, target, progress }: Bench): Promise<MeasuredCommand> {
  progress('backup');
  const seconds = await run(source, ['backup', target]);
  await kill(source, ['backup', target], seconds / 2);
  const left = await readdir(join(target, 'backups'));
  const whole = await countManifests(target);
  await run(source, ['backup', target]);
  const after = await readdir(join(target, 'backups'));
  const afterKill = `${left.length - whole} without manifest, which the next one removed (${after.length} backups)`;
  return { name: 'backup', seconds, afterKill };
}

async function measureDrill({ source, target, progress }: Bench): Promise<MeasuredCommand> {
  progress('drill');
  const seconds = await run(source, ['restore', target, '--drill']);
  await kill(source, ['restore', target, '--drill'], seconds / 2);
  await run(source, ['restore', target, '--drill']);
  const left = await ask(source, "select from pg_database where datname = 'dolores_drill'");
  return {
    name: 'restore --drill',
    seconds,
    afterKill: `${left} temporary databases after the next`,
  };
}

async function measureRestore({ folder, target, progress }: Bench): Promise<MeasuredCommand> {
  progress('restore');
  const place = join(folder, 'b');
  const seconds = await run(place, ['restore', target]);
  await removeDataFolder(place, () => undefined);
  await kill(place, ['restore', target], seconds / 2);
  const rows = await ask(place, 'select from gpt');
  await run(place, ['restore', target, '--into-used-media']);
  return { name: 'restore', seconds, afterKill: `${rows} rows, then repeated and proved` };
}

async function measureUpgrade(
  { folder, target, progress }: Bench,
  oldBin: string,
): Promise<MeasuredCommand> {
  progress('upgrade postgres');
  const place = join(folder, 'old');
  const upgrade = ['upgrade', 'postgres', '--from', oldBin];
  await run(place, ['restore', target], { POSTGRES_BIN: oldBin });
  const seconds = await run(place, upgrade);
  await removeDataFolder(place, () => undefined);
  await run(place, ['restore', target], { POSTGRES_BIN: oldBin });
  const before = await ask(place, 'select from gpt', oldBin);
  for (const part of [0.3, 0.7]) await kill(place, upgrade, seconds * part);
  await run(place, upgrade);
  const after = await ask(place, 'select from gpt');
  return {
    name: 'upgrade postgres',
    seconds,
    afterKill: `${before} GPTs before, ${after} after two kills`,
  };
}

async function countManifests(target: string): Promise<number> {
  const files = await readdir(join(target, 'backups'), { recursive: true });
  return files.filter((file) => file.endsWith('manifest.json')).length;
}

/** Returns the number of rows that a statement finds in the database of a data folder; 0 without its table. */
async function ask(dataDir: string, statement: string, postgresBin?: string): Promise<number> {
  const postgres = await startEmbedded({ dataDir, postgresBin, log: () => undefined });
  const client = new Client({ connectionString: postgres.url });
  try {
    await client.connect();
    const { rowCount } = await client.query(statement);
    return rowCount ?? 0;
  } catch (error) {
    if (hasCode(error, undefinedTable)) return 0;
    throw error;
  } finally {
    await client.end();
    await postgres.stop();
  }
}

const undefinedTable: ReadonlySet<string> = new Set(['42P01']);

function start(dataDir: string, args: readonly string[], variables: Record<string, string> = {}) {
  const { DATABASE_URL: _, POSTGRES_BIN: __, ...env } = process.env;
  return spawn(process.execPath, [...nodeFlags, 'scripts/dolores.ts', ...args], {
    env: { ...env, ...variables, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** Runs a command to its end. Returns how long it took. */
async function run(
  dataDir: string,
  args: readonly string[],
  variables?: Record<string, string>,
): Promise<number> {
  const started = performance.now();
  const child = start(dataDir, args, variables);
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  await once(child, 'close');
  if (child.exitCode !== 0) throw new Error(`dolores ${args.join(' ')} failed:\n${printed}`);
  return (performance.now() - started) / 1_000;
}

/** Kills a command in the middle. Throws if it had ended before. */
async function kill(dataDir: string, args: readonly string[], seconds: number): Promise<void> {
  const child = start(dataDir, args);
  child.stderr.resume();
  await pause(seconds * 1_000);
  if (child.exitCode !== null)
    throw new Error(`dolores ${args.join(' ')} ended too early to kill it`);
  child.kill('SIGKILL');
  await once(child, 'close');
}
