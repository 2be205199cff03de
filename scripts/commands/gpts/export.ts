import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import { UsageError } from '#server/errors.ts';
import { type ExportFormat, exportGpts } from '#server/services/gpts/exportGpts.ts';
import { writeLines } from '#server/services/textFiles/writeLines.ts';
import { writeAudit } from '#server/services/operation/audit.ts';
import { isJson } from '../invocation.ts';
import { asOperator } from '../operator.ts';
import { printResult } from '../output.ts';
import { progressLine } from '../progress.ts';
import { visibleLines } from '../terminal.ts';

export function addExportCommand(gpts: Command): void {
  gpts
    .command('export')
    .description(
      'write every GPT that is neither hidden nor removed; importing the file changes nothing',
    )
    .addOption(
      new Option(
        '--format <format>',
        'csv writes lists as JSON and an apostrophe before formulas (default: by the name of the file, otherwise jsonl)',
      ).choices(['jsonl', 'csv']),
    )
    .option('--file <file>', 'the file, gzipped if it ends with .gz (default: standard output)')
    .action(writeExport);
}

async function writeExport(options: { format?: ExportFormat; file?: string }): Promise<void> {
  const { file } = options;
  if (file === undefined && isJson()) {
    throw new UsageError('GPTs on standard output are no JSON document: with --json name a --file');
  }
  const isTable = /\.csv(\.gz)?$/i.test(file ?? '');
  const format = options.format ?? (isTable ? 'csv' : 'jsonl');
  const line = progressLine();
  let count = 0;
  const progress = (gpts: number) => {
    count = gpts;
    if (file !== undefined) line.show(() => `${gpts} GPTs`);
  };
  await asOperator(async ({ database }) => {
    const lines = exportGpts(database, format, progress);
    if (file === undefined) await print(lines);
    else await writeLines(file, lines);
    line.clear();
    await writeAudit(database.query, 'gpts.export', file ?? 'standard output', {
      format,
      gpts: count,
    });
  });
  if (file === undefined) return;
  printResult({ file, format, gpts: count }, () => console.log(`${file}: ${count} GPTs`));
}

async function print(lines: AsyncIterable<string>): Promise<void> {
  const withLineEnds = async function* () {
    for await (const line of lines) yield `${line}\n`;
  };
  const visible = async function* () {
    for await (const line of lines) yield `${visibleLines(line)}\n`;
  };
  // A terminal shows what a file keeps: texts of users may control it.
  const shown = process.stdout.isTTY ? visible : withLineEnds;
  await pipeline(Readable.from(shown()), process.stdout, { end: false }).catch((error: unknown) => {
    // The reader, such as `head`, has closed the pipe.
    if ((error as { code?: unknown }).code !== 'EPIPE') throw error;
  });
}
