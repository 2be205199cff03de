import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { addDays, dayOf } from '#domain/dates.ts';
import { isForeignFile } from '#domain/site/foreignFiles.ts';
import { ConfigError } from '#server/config.ts';
import { type Environment, EnvironmentReader } from '#server/environment.ts';
import { replaceFile } from '#release/siteFolder.ts';
import { day } from '#contract/day.ts';
import { parseChecked } from '#domain/json.ts';
import * as z from 'zod/mini';

/** The parameters of the demo data of a folder, and their progress. */
const demoState = z.object({
  seed: z.int(),
  /** The first day of the histories. Together with the seed it determines every figure. */
  since: day,
  /** The last day that was imported; `null` before the first import. */
  until: z.nullable(day),
  hasReviews: z.boolean(),
});

export type DemoState = z.output<typeof demoState>;

const seed = 20;

/** Days of history at the first start: enough for rankings of three full months. */
export const demoDays = 120;

/** Returns the environment of a server with demo data. Throws `ConfigError` if demo data are not allowed. */
export function demoEnvironment(environment: Environment): Environment {
  const read = new EnvironmentReader(environment);
  const { problems } = read;
  if (read.isProduction()) {
    problems.push('--demo shows generated figures, which production must not: start without it');
  }
  if (read.text('DATABASE_URL') !== undefined) {
    problems.push('--demo has an embedded database of its own: start without DATABASE_URL');
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return { ...environment, DATA_DIR: read.text('DATA_DIR') ?? '.data-demo' };
}

/** Whether a data folder holds demo data. Every page published from it shows that. */
export function isDemoFolder(dataDir: string): boolean {
  return existsSync(stateFile(dataDir));
}

/** Creates the data folder, marked if it is for demo data. Throws `ConfigError` if it has other data. */
export async function openDataFolder(dataDir: string, isDemo: boolean, now: Date): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const holdsDemo = isDemoFolder(dataDir);
  if (isDemo === holdsDemo) return;
  if (holdsDemo) {
    throw new ConfigError([
      `DATA_DIR ${dataDir} holds demo data: start with \`npm start -- --demo\`, or set DATA_DIR to another folder`,
    ]);
  }
  if ((await readdir(dataDir)).some((name) => !isForeignFile(name))) {
    throw new ConfigError([
      `DATA_DIR ${dataDir} holds data that are no demo data: start without --demo, or set DATA_DIR to an empty folder`,
    ]);
  }
  const since = addDays(dayOf(now), -demoDays - 1);
  await writeDemoState(dataDir, { seed, since, until: null, hasReviews: false });
}

export async function readDemoState(dataDir: string): Promise<DemoState> {
  const file = stateFile(dataDir);
  return parseChecked(demoState, await readFile(file, 'utf8'), file);
}

export async function writeDemoState(dataDir: string, state: DemoState): Promise<void> {
  await replaceFile(stateFile(dataDir), `${JSON.stringify(state)}\n`);
}

function stateFile(dataDir: string): string {
  return join(dataDir, 'demo.json');
}
