import type { Command } from 'commander';
import { dayOf } from '#domain/dates.ts';
import type { CorePlatform } from '#server/context.ts';
import { type DateFormat, dateFormat } from '#server/services/gpts/dateFormat.ts';
import { type ImportFile, openImport } from '#server/services/gpts/files/openImport.ts';
import { historySourceName } from '#server/services/gpts/history/historySources.ts';
import { importFile } from '#server/services/gpts/importFile.ts';
import {
  type ImportReport,
  InterruptedImport,
  type ReportedRow,
  type Rejection,
} from '#server/services/gpts/importRows.ts';
import { writeAudit } from '#server/services/operation/audit.ts';
import { type PublishOption, requestPublish, withPublishOption } from '../publishOption.ts';
import { asOperator } from '../operator.ts';
import { printResult } from '../output.ts';
import { progressBar, progressLine } from '../progress.ts';
import { openRejects } from './rejects.ts';

export function addImportCommand(gpts: Command): void {
  withPublishOption(gpts.command('import <files...>'))
    .description(
      'import GPTs (JSON Lines, JSON array, CSV) or histories (CSV), plain or gzipped; importing the same data again changes nothing',
    )
    .option('--source <name>', 'the source of the histories (default: the name of each file)')
    .option('--date-format <format>', 'of all dates, such as DD.MM.YYYY or M/D/YYYY', dateFormat)
    .option('--allow-language-change', 'let GPTs replace those in another language', false)
    .option(
      '--strict',
      'reject a row with a bad optional field instead of dropping the field',
      false,
    )
    .option('--dry-run', 'report the result without storing anything', false)
    .option(
      '--rejects <file>',
      'write every rejected or changed row, with the reason, to this file',
    )
    .addHelpText('after', '\nExit status: 1 when rows were rejected.')
    .action(importFiles);
}

type Options = PublishOption & {
  rejects?: string;
  source?: string;
  dateFormat?: DateFormat;
  allowLanguageChange: boolean;
  strict: boolean;
  dryRun: boolean;
};

/** An opened file. `history` is the source name of a history. */
type OpenedFile = { file: string; source: ImportFile; history: string };

async function importFiles(files: string[], options: Options): Promise<void> {
  const { rejects } = options;
  const opened: OpenedFile[] = [];
  // Opens all files first, so that a wrong name is reported before anything is imported.
  for (const file of files) {
    const source = await openImport(file);
    const history = source.kind === 'history' ? historySourceName(options.source, file) : '';
    opened.push({ file, source, history });
  }
  const writer = rejects === undefined ? undefined : await openRejects(rejects);
  try {
    await asOperator(async (operator) => {
      const reports = [];
      for (const one of opened) {
        const report = (row: ReportedRow) => writer?.write(one.file, row);
        reports.push({ file: one.file, ...(await importOne(operator, one, options, report)) });
      }
      if (reports.some(({ rejected }) => rejected > 0)) process.exitCode = 1;
      printResult(reports, () => undefined);
      console.log(
        options.dryRun
          ? 'Nothing was stored.'
          : await requestPublish(operator, 'gpts import', options),
      );
    });
  } finally {
    await writer?.close();
  }
}

async function importOne(
  { database, now }: CorePlatform,
  { file, source, history }: OpenedFile,
  { allowLanguageChange, dateFormat: dates, strict: isStrict, dryRun: isDryRun }: Options,
  report: (row: ReportedRow) => Promise<void> | undefined,
): Promise<ImportReport> {
  const line = progressLine();
  const started = Date.now();
  const imported = importFile(
    database,
    source,
    { source: history, today: dayOf(now()), allowLanguageChange, dates, isStrict, isDryRun },
    {
      progress: (rows: number) =>
        line.show(() => progressBar(file, rows, source.bytesRead(), source.size, started)),
      derive: (done: number, all: number) =>
        line.show(() => `${file}: daily use of ${done} of ${all} GPTs`),
      report,
    },
  );
  const { derived, ...counted } = await imported
    .catch(async (error: unknown) => {
      if (error instanceof InterruptedImport) {
        line.clear();
        const counts = { ...countsOf(error.report), interrupted: true };
        if (!isDryRun) await writeAudit(database.query, 'gpts.import', file, counts);
        printReport(file, error.report);
      }
      throw error;
    })
    .finally(() => line.clear());
  const details = { ...(derived && { source: history }), ...countsOf(counted), ...derived };
  if (!isDryRun) await writeAudit(database.query, 'gpts.import', file, details);
  printReport(file, counted);
  if (derived) {
    const { gpts, unknown } = derived;
    console.log(
      `  source ${history}: daily use of ${gpts} GPTs worked out, ${unknown} of them not in the catalogue`,
    );
  }
  return counted;
}

/** The number of rows that are printed. `--rejects` writes them all. */
const rowsShown = 20;

/** Returns the counts of a report, for the audit. */
function countsOf(report: ImportReport) {
  const { added, changed, unchanged, rejected, repeated, incomplete } = report;
  return { added, changed, unchanged, rejected, repeated, incomplete };
}

function printReport(file: string, report: ImportReport): void {
  const { added, changed, unchanged, rejected, repeated, incomplete } = report;
  const repeats = repeated === 0 ? '' : `, ${repeated} repeated within the file`;
  const omissions = incomplete === 0 ? '' : `, ${incomplete} taken without bad fields`;
  console.log(
    `${file}: ${added} new, ${changed} changed, ${unchanged} unchanged, ${rejected} rejected${repeats}${omissions}`,
  );
  for (const { place, reason } of report.unknownFields) console.log(`  ${place}: ${reason}`);
  printRows(report.rejections, rejected);
  printRows(report.repetitions, repeated);
  printRows(report.omissions, incomplete);
}

function printRows(rows: readonly Rejection[], count: number): void {
  for (const { place, reason } of rows.slice(0, rowsShown)) console.log(`  ${place}: ${reason}`);
  const more = count - Math.min(rows.length, rowsShown);
  if (more > 0) console.log(`  … and ${more} more; --rejects FILE writes them all`);
}
