import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { readConfig } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import { hasCluster } from '#server/db/embeddedFolder.ts';
import { openEmptyDatabase, openUnmigratedDatabase } from '#server/db/open.ts';
import { UsageError } from '#server/errors.ts';
import { createMediaStore } from '#server/gateways/storage/media.ts';
import { type Drilled, drillBackup } from '#server/services/backup/drillBackup.ts';
import { type MadeBackup, makeBackup } from '#server/services/backup/makeBackup.ts';
import { type Restored, openBackup, restoreBackup } from '#server/services/backup/restoreBackup.ts';
import { holdCopy, resumeCopy } from '#server/services/backup/holdAndResume.ts';
import { restoredCopySentence } from '#server/services/operation/restoredCopy.ts';
import { wholeNumber, words } from './arguments.ts';
import { confirmed } from './confirm.ts';
import { asOperator } from './operator.ts';
import { printResult } from './output.ts';
import { oneLine } from './terminal.ts';

const targetHelp = 'a folder or s3://bucket/prefix, for the backups of this database alone';

/** Adds `backup`, `restore`, `hold` and `resume`. */
export function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .argument('[target]', `${targetHelp} (default: BACKUP_TO)`)
    .description(
      'back up the database, media and your texts and collections, beside a running server',
    )
    .option(
      '--recipient <key...>',
      'encrypt for these public keys of age (default: BACKUP_RECIPIENTS)',
    )
    .option('--days <number>', 'remove older backups (default: BACKUP_DAYS)', wholeNumber('days'))
    .option('--no-media', 'the database and your folders only')
    .action(backup);
  program
    .command('restore')
    .argument('[target]', `${targetHelp} (default: BACKUP_TO)`)
    .description('restore a backup into an empty database, and prove it; no server may run')
    .option('--backup <name>', 'the name of the backup (default: the newest)')
    .option('--identity <file>', 'the private key of age')
    .option('--into-used-media', 'add to a media store that has files', false)
    .option('--drill', 'restore into a temporary database, prove it, and throw it away')
    .action(restore);
  program
    .command('hold')
    .argument('<source>', 'where it was restored from, for the record', words('source'))
    .description(
      'mark a database that another program has restored as a restored copy, before a server starts',
    )
    .action(hold);
  program
    .command('resume')
    .description('let a restored database act again: mail, payments, publishing, providers')
    .action(resume);
}

type BackupOptions = { recipient?: string[]; days?: number; media: boolean };

async function backup(named: string | undefined, options: BackupOptions): Promise<void> {
  const started = performance.now();
  const made = await withPlace((operator) => {
    const { backup: usual } = operator.config;
    return makeBackup(operator, {
      target: targetOf(named, usual.target),
      recipients: options.recipient ?? usual.recipients,
      keepDays: options.days ?? usual.days,
      media: options.media ? createMediaStore(operator.config) : undefined,
      progress,
    });
  }, openUnmigratedDatabase);
  if (made.manifest.media?.lost) process.exitCode = 1;
  printResult({ ...made, seconds: secondsSince(started) }, printBackup);
}

function printBackup({
  manifest,
  bytes,
  removed,
  seconds,
}: MadeBackup & { seconds: number }): void {
  const { name, tables, media, encrypted } = manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `Backup ${name}: ${rows} rows of ${tables.length} tables${encrypted ? ', encrypted' : ''}`,
  );
  if (media) {
    const gone = media.missing > 0 ? `, ${media.missing} had been deleted meanwhile` : '';
    console.log(`Media: ${media.count} files, ${megabytes(media.bytes)}${gone}`);
    if (media.lost) console.log(lostSentence(media.lost));
  }
  const old = removed > 0 ? `; ${removed} old backups were removed` : '';
  console.log(`Stored ${megabytes(bytes)} in ${seconds} s${old}`);
}

type RestoreOptions = {
  backup?: string;
  identity?: string;
  drill?: true;
  intoUsedMedia: boolean;
};

async function restore(named: string | undefined, options: RestoreOptions): Promise<void> {
  const started = performance.now();
  const identities = options.identity === undefined ? [] : await readIdentities(options.identity);
  const open = options.drill ? openUnmigratedDatabase : openNamedDatabase;
  await withPlace(async (operator) => {
    const target = targetOf(named, operator.config.backup.target);
    const source = await openBackup(operator, { target, name: options.backup, identities });
    const backupName = source.manifest.name;
    if (options.drill) {
      const drilled = await drillBackup(operator, source, progress);
      failIfBroken(drilled, drilled.lost);
      return printResult({ backup: backupName, ...drilled }, printDrill);
    }
    const media = createMediaStore(operator.config);
    const { intoUsedMedia } = options;
    const input = { intoUsedMedia, progress };
    const restored = await restoreBackup({ ...operator, media }, source, input);
    failIfBroken(restored, restored.media.lost);
    const result = { backup: backupName, ...restored, seconds: secondsSince(started) };
    printResult(result, printRestore);
  }, open);
}

/** Opens a database for a restore. Makes an embedded one only in a folder that was named. */
async function openNamedDatabase(
  ...[place, log, poolSize]: Parameters<typeof openEmptyDatabase>
): Promise<Database> {
  const { databaseUrl, dataDir } = place;
  const isNamed = databaseUrl !== undefined || Boolean(process.env['DATA_DIR']?.trim());
  if (isNamed || (await hasCluster(dataDir))) return openEmptyDatabase(place, log, poolSize);
  throw new UsageError(
    `There is no database in ${dataDir}, and DATA_DIR is not set. Nothing was changed. Set DATA_DIR or DATABASE_URL to where the server will look.`,
  );
}

function failIfBroken(
  { ledger, damaged }: Pick<Restored, 'ledger' | 'damaged'>,
  lost: number,
): void {
  if (ledger.violations.length + damaged.length + lost > 0) process.exitCode = 1;
}

function printDrill(drilled: Drilled & Named): void {
  const { backup: name, rows, tables, media, files, ledger, seconds } = drilled;
  console.log(`Backup ${name} was restored into a temporary database, which is gone again.`);
  console.log(
    `Proved: ${rows} rows of ${tables} tables, ${media} media files and ${files} of your files, by their digests.`,
  );
  printGaps(drilled.damaged, drilled.lost);
  printLedger(ledger);
  console.log(`It took ${seconds.toFixed(1)} s.`);
}

type Named = { backup: string };

/** Says what a backup does not have. */
function printGaps(damaged: Restored['damaged'], lost: number): void {
  for (const { name, reason } of damaged) {
    console.log(`Damaged in the backup: ${oneLine(name)}: ${oneLine(reason)}`);
  }
  if (lost > 0) console.log(lostSentence(lost));
}

function lostSentence(lost: number): string {
  return `LOST: ${lost} media files of users were not in the media store when the backup was made.`;
}

function printRestore(result: Restored & Named & { seconds: number }): void {
  const { backup: name, rows, tables, media, keptFolders, ledger } = result;
  console.log(`Backup ${name}: restored and proved ${rows} rows of ${tables} tables.`);
  console.log(`Media: ${media.stored} files were stored, ${media.kept} were there already.`);
  printGaps(result.damaged, media.lost);
  for (const folder of keptFolders) console.log(`Kept ${folder}, which had files already.`);
  printLedger(ledger);
  printDeletions(result);
  if (result.isSecretOther) {
    console.log(
      'SECRET is not the one of the backup: gift codes that are not redeemed are worthless with this one.',
    );
  }
  console.log(`It took ${result.seconds} s.`);
  console.log(
    'This database is a restored copy: no mail, payment, publish or call of a provider leaves it.',
  );
  console.log(
    'Start a server to look at it. When it is to replace the old one: npm run dolores -- resume',
  );
}

function printLedger({ violations, rows }: Restored['ledger']): void {
  for (const { rule, rows: broken } of violations)
    console.log(`Broken: ${rule}\n  ${broken.join('\n  ')}`);
  if (violations.length > 0) return;
  if (rows === 0) console.log('The ledger is empty, as it was in the backup.');
  else console.log(`Every promise of the ledger holds: ${rows} rows checked.`);
}

function printDeletions({ deletedAgain, deletionsWaiting }: Restored): void {
  if (deletedAgain > 0) console.log(`Deleted again: ${deletedAgain} accounts.`);
  if (deletionsWaiting === 0) return;
  console.log(
    `${deletionsWaiting} accounts are deleted again after resume, when their plan or answer has ended.`,
  );
}

async function hold(source: string): Promise<void> {
  await confirmed(
    'This stops mail, payments, publishing, jobs and sign-ins of the database until “resume”, and deletes accounts of the log of deletions.',
  );
  const deletedAgain = await withPlace((operator) => holdCopy(operator, source));
  printResult({ deletedAgain }, () => {
    if (deletedAgain > 0) console.log(`Deleted again: ${deletedAgain} accounts.`);
    console.log(restoredCopySentence);
    console.log('Restart every server and worker that runs already.');
  });
}

async function resume(): Promise<void> {
  await confirmed(
    'This lets the database send mail, take payments, publish and ask providers: its original must not run any more.',
  );
  const copy = await withPlace((operator) => resumeCopy(operator));
  printResult({ resumed: copy !== undefined, ...copy }, () => {
    if (!copy) return console.log('This database is no restored copy: nothing to do.');
    console.log(
      `The copy of ${oneLine(copy.backup)} acts again. Restart every server and worker now.`,
    );
  });
}

/** Runs a command with `BACKUP_TO`, which a restored copy hides: its backups and its log of deletions are still read. */
function withPlace<Result>(
  work: Parameters<typeof asOperator<Result>>[0],
  open?: Parameters<typeof asOperator<Result>>[1],
): Promise<Result> {
  const { backup: own } = readConfig(process.env);
  return asOperator(
    (operator) => work({ ...operator, config: { ...operator.config, backup: own } }),
    open,
  );
}

function targetOf(named: string | undefined, usual: string | undefined): string {
  const target = named ?? usual;
  if (target !== undefined) return target;
  throw new UsageError('Name a folder or s3://bucket/prefix, or set BACKUP_TO');
}

/** Reads the lines of a key file of age, except comments. */
async function readIdentities(file: string): Promise<string[]> {
  const lines = (await readFile(file, 'utf8')).split(/\r?\n/).map((line) => line.trim());
  const keys = lines.filter((line) => line.startsWith('AGE-SECRET-KEY-'));
  if (keys.length > 0) return keys;
  throw new UsageError(`${file} has no private key of age (AGE-SECRET-KEY-…)`);
}

function progress(line: string): void {
  console.error(line);
}

function secondsSince(started: number): number {
  return Math.round((performance.now() - started) / 100) / 10;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
