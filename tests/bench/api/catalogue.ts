import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/open.ts';

/** The measured catalogue: made-up GPTs with their history, the same for the same seed. */
export type Catalogue = { count: number; days: number; seed: number };

const dolores = fileURLToPath(new URL('../../../scripts/dolores.ts', import.meta.url));

/**
 * Makes a database with the catalogue in `folder`, unless it is there already. Returns the folder's real path. An
 * incomplete catalogue, or one for other options, is made again.
 */
export async function prepareCatalogue(
  folder: string,
  catalogue: Catalogue,
  { fresh, progress }: { fresh: boolean; progress: (line: string) => void },
): Promise<string> {
  const mark = join(folder, 'catalogue.json');
  const requested = JSON.stringify(catalogue);
  const made = await readFile(mark, 'utf8').catch(() => undefined);
  if (fresh || made !== requested) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    // As root, PostgreSQL runs as another user, who must get through to its own folder in here.
    await chmod(folder, 0o711);
    const { count, days, seed } = catalogue;
    progress(`Making ${count} GPTs and ${days} days of history in ${folder} (once)`);
    const numbers = ['--count', count, '--days', days, '--seed', seed].map(String);
    await createDatabase(folder);
    await run(folder, ['gpts', 'generate', '--no-publish', ...numbers]);
    progress('Freezing their rankings (once)');
    await run(folder, ['ranking', 'freeze']);
    await writeFile(mark, requested);
  }
  return realpath(folder);
}

/** Operators' commands create no database, so this does it as a server would. */
async function createDatabase(dataDir: string): Promise<void> {
  const config = readConfig({ ...process.env, DATA_DIR: dataDir });
  const database = await openDatabase(config, pino({ level: 'silent' }), 1);
  await database.close();
}

/** Runs an operator's command; its output is shown only when it fails. */
async function run(dataDir: string, args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [dolores, ...args], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output = `${output}${chunk.toString()}`.slice(-5_000);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output = `${output}${chunk.toString()}`.slice(-5_000);
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`dolores ${args.join(' ')} failed:\n${output}`);
}
