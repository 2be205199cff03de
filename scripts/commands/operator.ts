import { mkdir, realpath } from 'node:fs/promises';
import { type Config, readConfig } from '#server/config.ts';
import type { CorePlatform, MailPlatform } from '#server/context.ts';
import { describeDatabase } from '#server/db/describeDatabase.ts';
import type { Database } from '#server/db/connect.ts';
import { readMigrationState } from '#server/db/migrationState.ts';
import { withOwnQueries } from '#server/db/ownClient.ts';
import { openExistingDatabase } from '#server/db/open.ts';
import { createMail } from '#server/gateways/mail/createMail.ts';
import { createLog } from '#server/log.ts';
import { configFor } from '#server/services/operation/restoredCopy.ts';
import { actAs } from '#server/services/operation/actor.ts';
import { actorOfInvocation, announce } from './invocation.ts';
import {
  besideServer,
  differenceOf,
  foundNote,
  refuseLostMail,
  refuseOtherSettings,
} from './runningServer.ts';

/** Opens the configured database: `openExistingDatabase`, or another function of `open.ts`. */
type OpenDatabase = typeof openExistingDatabase;

/** Reads the configuration, and says on standard error which database the command speaks to. */
export function databaseConfig(): Config {
  const config = readConfig(process.env);
  announce(`${describeDatabase(config)}${foundNote()}`);
  const difference = differenceOf(config);
  if (difference !== undefined) console.error(difference);
  return besideServer(config);
}

/** Says it for a command that reads a wrong configuration too. */
export function announceIfPossible(): void {
  try {
    databaseConfig();
  } catch {
    // The command says itself what is wrong.
  }
}

/** The same for a command without a database. */
export function folderConfig(): Config {
  const config = readConfig(process.env);
  announce(`data folder ${config.dataDir}${foundNote()}`);
  refuseOtherSettings(config, ['MESSAGES_FOLDER', 'COLLECTIONS_FOLDER']);
  return config;
}

/**
 * Runs a command with the configured database, which is started and stopped if no server is running. Its changes are
 * recorded as those of the operator. Throws an error for the operator when there is no database.
 */
export async function asOperator<Result>(
  work: (operator: CorePlatform) => Promise<Result>,
  open: OpenDatabase = openExistingDatabase,
): Promise<Result> {
  const config = databaseConfig();
  const log = createLog(config);
  const database = await open(config, log, 4);
  try {
    await mkdir(config.dataDir, { recursive: true });
    const dataDir = await realpath(config.dataDir);
    const usable = await usableConfig({ ...config, dataDir }, database);
    const operator = { config: usable, database, log, now: () => new Date() };
    return await actAs(actorOfInvocation(), () => work(operator));
  } finally {
    await database.close();
  }
}

/** Returns the configuration for a database: a restored copy reaches nothing outside. */
async function usableConfig(config: Config, { url }: Database): Promise<Config> {
  const { newer, missing } = await withOwnQueries(url, readMigrationState);
  // An empty database, or one of another version, which only backups and upgrades read.
  const isOurs = newer.length === 0 && missing.length === 0;
  if (!isOurs) return config;
  return withOwnQueries(url, (query) => configFor(query, config));
}

/** Runs a command that also sends mail. */
export function withMail<Result>(
  work: (operator: MailPlatform) => Promise<Result>,
): Promise<Result> {
  return asOperator(async (operator) => {
    refuseLostMail(operator.config);
    // Port 0, because a running server uses the port of the mailbox page.
    const mail = await createMail({ ...operator.config, mailboxPort: 0 });
    try {
      return await work({ ...operator, mail });
    } finally {
      await mail.close();
    }
  });
}
