import { chmod, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/open.ts';
import { runOperator } from '../operatorCommand.ts';

/** The measured catalogue: made-up GPTs with their history, the same for the same seed. */
export type Catalogue = { count: number; days: number; seed: number };

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
    await runOperator(folder, ['gpts', 'generate', '--no-publish', ...numbers]);
    progress('Freezing their rankings (once)');
    await runOperator(folder, ['ranking', 'freeze']);
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
