import { rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Database, Executor } from '#server/db/connect.ts';
import { hasRelation } from '#server/db/hasRelation.ts';
import { restoredCopy } from '#server/db/schema/operation.ts';

export type RestoredCopy = { backup: string; restored: Date };

/**
 * Returns the backup that this database was restored from, until `dolores resume`; else `undefined`. While there is one,
 * nothing outside may change: no mail, no payment, no publish, no call of a provider.
 */
export async function findRestoredCopy(query: Executor): Promise<RestoredCopy | undefined> {
  const [found] = await query.select().from(restoredCopy);
  return found;
}

/** The same for a database of any version; an older one may lack the table. */
export async function findCopyIfKnown(query: Executor): Promise<RestoredCopy | undefined> {
  return (await hasRelation(query, 'restored_copy')) ? findRestoredCopy(query) : undefined;
}

/** Whether the database of a pool is a restored copy, for runners of jobs. */
export async function isRestoredCopy(pool: Database['pool']): Promise<boolean> {
  return (await findRestoredCopy(drizzle(pool))) !== undefined;
}

/** Marks the database as a restored copy. The caller holds a transaction that nobody else has seen anything of. */
export async function markRestoredCopy(transaction: Executor, backup: string): Promise<void> {
  await transaction.insert(restoredCopy).values({ backup }).onConflictDoNothing();
}

/** Ends the restored copy. Returns it; `undefined` if the database was none. */
export async function endRestoredCopy(transaction: Executor): Promise<RestoredCopy | undefined> {
  const [found] = await transaction.delete(restoredCopy).returning();
  return found;
}

/** The file that marks the data folder of a restored copy, for what runs without the database. */
function markOf(dataDir: string): string {
  return join(dataDir, 'restored-copy');
}

/** Marks a data folder as that of a restored copy, or removes the mark. */
export async function markFolder(dataDir: string, copy: RestoredCopy | undefined): Promise<void> {
  if (copy === undefined) await rm(markOf(dataDir), { force: true });
  else await writeFile(markOf(dataDir), `${copy.backup}\n`);
}

/** Whether a data folder is marked as that of a restored copy. */
export function isMarkedFolder(dataDir: string): boolean {
  return existsSync(markOf(dataDir));
}

/** No place outside of the data folder gets releases. */
const withoutPublishing = { exportTo: undefined, releaseStore: undefined, cdnPurge: undefined };

/**
 * Returns the configuration for the pages of a process. Those of a restored copy show what it will have after “resume”, so
 * that they are not made twice, but no place outside gets them.
 */
export function configOfPages(config: Config, { isRestoredCopy }: Config): Config {
  return isRestoredCopy ? { ...config, ...withoutPublishing } : config;
}

/**
 * Returns the configuration of a process that works on a restored copy. Nothing outside is configured, so that no part of
 * the process can reach it: no providers, payments, mail server, web, export or backups.
 */
export function withoutOutside(config: Config): Config {
  return {
    ...config,
    isRestoredCopy: true,
    providers: [],
    sandboxModels: false,
    stripe: undefined,
    wechat: undefined,
    sandboxPayments: false,
    smtpUrl: undefined,
    moderation: undefined,
    google: undefined,
    search: undefined,
    web: { ...config.web, testAddresses: [], gptOrigin: undefined },
    media: { ...config.media, providers: [] },
    ...withoutPublishing,
    alarms: { ...config.alarms, webhook: undefined },
    publishTimes: [],
    readDatabaseUrl: undefined,
    // The place has the backups of the original, and its log of deletions.
    backup: { ...config.backup, target: undefined },
  };
}

/** Returns the configuration for an opened database: on a restored copy, one with nothing outside. */
export async function configFor(query: Executor, config: Config): Promise<Config> {
  const copy = await findRestoredCopy(query);
  await markFolder(config.dataDir, copy);
  return copy === undefined ? config : withoutOutside(config);
}

/** The warning for operators of a restored copy. */
export const restoredCopySentence =
  'This database is a restored copy: no mail, payment, publish or call of a provider leaves it, no job runs and nobody can sign in, until “npm run dolores -- resume” and a restart.';
