import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { Command } from 'commander';
import { dayOf } from '#domain/dates.ts';
import { type ImportFile, openImport } from '#server/services/gpts/files/openImport.ts';
import { historySourceName } from '#server/services/gpts/history/historySources.ts';
import { importFile } from '#server/services/gpts/importFile.ts';
import type { ImportReport, Rejection } from '#server/services/gpts/importRows.ts';
import { writeAudit } from '#server/services/operation/audit.ts';
import { type PublishOption, askBecause, withPublishOption } from '../askPublish.ts';
import { type Operator, asOperator } from '../operator.ts';
import { progressBar, progressLine } from '../progress.ts';

/** Rejections that are shown on the terminal; `--rejects` writes them all. */
const rejectionsShown = 20;

type Reject = (rejection: Rejection) => Promise<void>;

export function addImportCommand(gpts: Command): void {
  withPublishOption(gpts.command('import <files...>'))
    .description(
      'import GPTs (JSON Lines, JSON array, CSV) or histories (CSV), plain or gzipped; the same again changes nothing',
    )
    .option('--source <name>', 'where the histories come from; else each is named by its file')
    .option('--allow-language-change', 'let GPTs replace those in another language', false)
    .option('--rejects <file>', 'write every rejected or repeated row and its reason to this file')
    .action(importFiles);
}

type Options = PublishOption & {
  rejects?: string;
  source?: string;
  allowLanguageChange: boolean;
};

/** `history` names the source of a history. */
type Opened = { file: string; source: ImportFile; history: string };

async function importFiles(files: string[], options: Options): Promise<void> {
  const { rejects } = options;
  const opened: Opened[] = [];
  // A name that is misspelt is told before anything is imported.
  for (const file of files) {
    const source = await openImport(file);
    const history = source.kind === 'history' ? historySourceName(options.source, file) : '';
    opened.push({ file, source, history });
  }
  const rejections = rejects === undefined ? undefined : await openRejects(rejects);
  try {
    await asOperator(async (operator) => {
      for (const one of opened) await importOne(operator, one, options, rejections?.write);
      console.log(await askBecause(operator, 'gpts import', options));
    });
  } finally {
    await rejections?.close();
  }
}

async function importOne(
  { database, now }: Operator,
  { file, source, history }: Opened,
  { allowLanguageChange }: Options,
  reject: Reject | undefined,
): Promise<void> {
  const line = progressLine();
  const started = Date.now();
  const { derived, ...report } = await importFile(
    database,
    source,
    { source: history, today: dayOf(now()), allowLanguageChange },
    {
      progress: (rows: number) =>
        line.show(() => progressBar(file, rows, source.bytesRead(), source.size, started)),
      derive: (done: number, all: number) =>
        line.show(() => `${file}: daily use of ${done} of ${all} GPTs`),
      ...(reject && { reject }),
    },
  );
  line.clear();
  await writeAudit(database.query, 'gpts.import', file, {
    ...(derived && { source: history }),
    ...countsOf(report),
    ...derived,
  });
  printReport(file, report);
  if (!derived) return;
  const { gpts, unknown } = derived;
  console.log(
    `  source ${history}: daily use of ${gpts} GPTs worked out, ${unknown} of them not in the catalogue`,
  );
}

/** Rejections as JSON Lines, written while they come. A file that is there is replaced. */
async function openRejects(file: string): Promise<{ write: Reject; close: () => Promise<void> }> {
  const stream = createWriteStream(file);
  await once(stream, 'open');
  return {
    write: async (rejection) => {
      if (!stream.write(`${JSON.stringify(rejection)}\n`)) await once(stream, 'drain');
    },
    close: async () => {
      stream.end();
      await finished(stream);
    },
  };
}

function countsOf({ added, changed, unchanged, rejected, repeated }: ImportReport) {
  return { added, changed, unchanged, rejected, repeated };
}

function printReport(file: string, report: ImportReport): void {
  const { added, changed, unchanged, rejected, rejections, repeated, repetitions } = report;
  const repeats = repeated === 0 ? '' : `, ${repeated} repeated within the file`;
  console.log(
    `${file}: ${added} new, ${changed} changed, ${unchanged} unchanged, ${rejected} rejected${repeats}`,
  );
  printRows(rejections, rejected);
  printRows(repetitions, repeated);
}

function printRows(rows: readonly Rejection[], count: number): void {
  for (const { place, reason } of rows.slice(0, rejectionsShown)) {
    console.log(`  ${place}: ${reason}`);
  }
  const more = count - Math.min(rows.length, rejectionsShown);
  if (more > 0) console.log(`  … and ${more} more; --rejects FILE writes them all`);
}
