import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { type ImportReport, importGpts } from '#server/services/gpts/importGpts.ts';
import { readJsonLines } from '#server/services/gpts/readFiles.ts';
import { writeAudit } from '#server/services/operation/audit.ts';
import { addGenerateCommand } from './gpts/generate.ts';
import { type Operator, asOperator } from './operator.ts';

/** Rejections that are shown on the terminal; `--rejects` writes them all. */
const rejectionsShown = 20;

export function addGptsCommands(program: Command): void {
  const gpts = program.command('gpts').description('The catalogue of GPTs');
  gpts
    .command('import <files...>')
    .description('import GPTs from JSON Lines files; the same file again changes nothing')
    .option('--rejects <file>', 'write the rejected rows and their reasons to this file')
    .action(async (files: string[], { rejects }: { rejects?: string }) => {
      await asOperator(async (operator) => {
        for (const file of files) await importFile(operator, file, rejects);
      });
      console.log('Publish the site to show the changes: npm run publish-site');
    });
  addGenerateCommand(gpts);
}

async function importFile(
  operator: Operator,
  file: string,
  rejects: string | undefined,
): Promise<void> {
  const showProgress = (rows: number) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${file}: ${rows} rows`);
  };
  const report = await importGpts(operator.database, readJsonLines(file), showProgress);
  if (process.stderr.isTTY) process.stderr.write('\n');
  await writeAudit(operator.database.query, 'gpts.import', file, {
    ...report,
    rejections: undefined,
  });
  printReport(file, report);
  if (rejects === undefined || report.rejections.length === 0) return;
  await writeFile(rejects, report.rejections.map((row) => `${JSON.stringify(row)}\n`).join(''), {
    flag: 'a',
  });
}

function printReport(file: string, report: ImportReport): void {
  const { added, changed, unchanged, rejected, rejections } = report;
  console.log(
    `${file}: ${added} new, ${changed} changed, ${unchanged} unchanged, ${rejected} rejected`,
  );
  for (const { place, reason } of rejections.slice(0, rejectionsShown))
    console.log(`  ${place}: ${reason}`);
  const hidden = rejected - Math.min(rejections.length, rejectionsShown);
  if (hidden > 0) console.log(`  … and ${hidden} more`);
}
