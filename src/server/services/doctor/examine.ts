import { type Config, ConfigError, readConfig } from '#server/config.ts';
import type { CorePlatform } from '#server/context.ts';
import type { Database } from '#server/db/connect.ts';
import { readMigrationState } from '#server/db/migrationState.ts';
import { openUnchanged } from '#server/db/open.ts';
import { readClock } from '#server/db/queries/databaseFacts.ts';
import type { Environment } from '#server/environment.ts';
import { sentenceOf } from '#server/errors.ts';
import { createModelGateway } from '#server/gateways/models/gateway.ts';
import { createLog } from '#server/log.ts';
import { ProviderAccounts } from '#server/services/costs/providerAccounts.ts';
import { SpendingGuard } from '#server/services/costs/spendingGuard.ts';
import {
  configChecks,
  databaseChecks,
  localChecks,
  modelChecks,
} from '#server/services/doctor/checks.ts';
import { ok, problem } from '#server/services/doctor/findings.ts';
import { type NamedFinding, runChecks, sortFindings } from '#server/services/doctor/runChecks.ts';
import { ModelCatalogue } from '#server/services/models/catalogue.ts';
import { RecentOutcomes } from '#server/services/models/outcomes.ts';
import {
  findCopyIfKnown,
  isMarkedFolder,
  withoutOutside,
} from '#server/services/operation/restoredCopy.ts';

const connections = 6;

/** Looks at every part of an installation, and changes none. Returns what it found, the worst first. */
export async function examine(environment: Environment): Promise<NamedFinding[]> {
  const config = read(environment);
  if (Array.isArray(config)) {
    return sortFindings(config);
  }
  const opened = await open(config);
  if (Array.isArray(opened)) {
    const isCopy = isMarkedFolder(config.dataDir);
    const outside = await examineOutside(isCopy ? withoutOutside(config) : config);
    return sortFindings([...outside, ...opened]);
  }
  try {
    const found = await Promise.all([examineOutside(opened.config), examineDatabase(opened)]);
    return sortFindings(found.flat());
  } finally {
    await opened.database.close();
  }
}

async function examineOutside(config: Config): Promise<NamedFinding[]> {
  if (!config.isRestoredCopy) return runChecks(configChecks, config);
  const text =
    'Not asked, because this is a restored copy: PUBLIC_URL, mail, payments, buckets, keys';
  return [...(await runChecks(localChecks, config)), { check: 'restored', ...ok(text) }];
}

function read(environment: Environment): Config | NamedFinding[] {
  try {
    return readConfig(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map((text) => ({
      check: 'configuration',
      ...problem(text, 'Correct the variable (docs/configuration.md), and run doctor again.'),
    }));
  }
}

/** Opens the database, for a restored copy with nothing outside. Returns a finding if that fails. */
async function open(config: Config): Promise<CorePlatform | NamedFinding[]> {
  const log = createLog({ ...config, logLevel: 'silent' });
  let database: Database | undefined;
  try {
    database = await openUnchanged(config, log, connections);
    if (database === undefined) {
      return unreachable(
        `There is no database in DATA_DIR (${config.dataDir})`,
        'Name the right folder, start the server once, or restore a backup.',
      );
    }
    await readClock(database.query);
    const isCopy =
      isMarkedFolder(config.dataDir) || (await findCopyIfKnown(database.query)) !== undefined;
    const usable = isCopy ? withoutOutside(config) : config;
    return { config: usable, database, log, now: () => new Date() };
  } catch (error) {
    await database?.close();
    return notOpened(error);
  }
}

async function examineDatabase(platform: CorePlatform): Promise<NamedFinding[]> {
  try {
    const found = await runChecks(databaseChecks, platform);
    return [...found, ...(await examineTables(platform))];
  } catch (error) {
    return notOpened(error);
  }
}

function notOpened(error: unknown): NamedFinding[] {
  return unreachable(
    sentenceOf(error),
    'Start PostgreSQL, or correct DATABASE_URL: host, port, name and password.',
  );
}

function unreachable(text: string, next: string): NamedFinding[] {
  return [{ check: 'database', ...problem(text, next) }];
}

/** Runs the checks that read tables, if they are those of this version. */
async function examineTables(platform: CorePlatform): Promise<NamedFinding[]> {
  const { config, database, log, now } = platform;
  const { applied, missing, newer } = await readMigrationState(database.query);
  if (applied.length === 0 || missing.length + newer.length > 0) return [];
  const catalogue = await ModelCatalogue.open(database, log);
  // A server starts the sandbox. Here nothing is sent to it, so that any address will do.
  const sandbox = config.sandboxModels ? { url: 'http://127.0.0.1' } : undefined;
  const models = createModelGateway(config, sandbox, now);
  const accounts = new ProviderAccounts(platform);
  try {
    return await runChecks(modelChecks, {
      ...platform,
      catalogue,
      models,
      accounts,
      outcomes: new RecentOutcomes(platform),
      spending: new SpendingGuard(platform, catalogue),
    });
  } finally {
    await Promise.allSettled([catalogue.close(), models.close()]);
  }
}
