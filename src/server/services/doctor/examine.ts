import { type Config, ConfigError, readConfig } from '#server/config.ts';
import type { CorePlatform } from '#server/context.ts';
import { readMigrationState } from '#server/db/migrationFacts.ts';
import { openUnchanged } from '#server/db/open.ts';
import { readClock } from '#server/db/queries/databaseFacts.ts';
import type { Environment } from '#server/environment.ts';
import { sentenceOf } from '#server/errors.ts';
import { createModelGateway } from '#server/gateways/models/gateway.ts';
import { createLog } from '#server/log.ts';
import { ProviderAccounts } from '#server/services/costs/providerAccounts.ts';
import { SpendingGuard } from '#server/services/costs/spendingGuard.ts';
import { configChecks, databaseChecks, modelChecks } from '#server/services/doctor/checks.ts';
import { problem } from '#server/services/doctor/findings.ts';
import { type NamedFinding, runChecks, sortFindings } from '#server/services/doctor/runChecks.ts';
import { ModelCatalogue } from '#server/services/models/catalogue.ts';
import { RecentOutcomes } from '#server/services/models/outcomes.ts';

const connections = 6;

/** Looks at every part of an installation, and changes none. Returns what it found, the worst first. */
export async function examine(environment: Environment): Promise<NamedFinding[]> {
  const config = read(environment);
  if (Array.isArray(config)) {
    return sortFindings(config);
  }
  const [outside, inside] = await Promise.all([
    runChecks(configChecks, config),
    examineDatabase(config),
  ]);
  return sortFindings([...outside, ...inside]);
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

async function examineDatabase(config: Config): Promise<NamedFinding[]> {
  const log = createLog({ ...config, logLevel: 'silent' });
  const unreachable = (text: string, next: string) => [
    { check: 'database', ...problem(text, next) },
  ];
  try {
    const database = await openUnchanged(config, log, connections);
    if (database === undefined) {
      return unreachable(
        `There is no database in DATA_DIR (${config.dataDir})`,
        'Name the right folder, start the server once, or restore a backup.',
      );
    }
    try {
      const platform = { config, database, log, now: () => new Date() };
      await readClock(database.query);
      const found = await runChecks(databaseChecks, platform);
      return [...found, ...(await examineTables(platform))];
    } finally {
      await database.close();
    }
  } catch (error) {
    return unreachable(
      sentenceOf(error),
      'Start PostgreSQL, or correct DATABASE_URL: host, port, name and password.',
    );
  }
}

/** Runs the checks that read tables, if they are those of this version. */
async function examineTables(platform: CorePlatform): Promise<NamedFinding[]> {
  const { config, database, log, now } = platform;
  const { applied, pending, newer } = await readMigrationState(database.query);
  if (applied === 0 || pending + newer > 0) return [];
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
