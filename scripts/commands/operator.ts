import { mkdir, realpath } from 'node:fs/promises';
import type { Logger } from 'pino';
import { type Config, readConfig } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import { openDatabase } from '#server/db/open.ts';
import { createLog } from '#server/log.ts';

export type Operator = { config: Config; database: Database; log: Logger; now: () => Date };

/** Runs a command with the configured database, which is started and stopped when no server runs. */
export async function asOperator<Result>(
  work: (operator: Operator) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(process.env);
  await mkdir(config.dataDir, { recursive: true });
  const dataDir = await realpath(config.dataDir);
  const log = createLog(config);
  const database = await openDatabase({ ...config, dataDir }, log, 4);
  try {
    return await work({ config: { ...config, dataDir }, database, log, now: () => new Date() });
  } finally {
    await database.close();
  }
}

/** Reads an option that must be a whole number of at least one. Throws a sentence that names it. */
export function wholeNumber(name: string): (text: string) => number {
  return (text) => {
    if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
    throw new Error(`--${name} must be a whole number from 1`);
  };
}
