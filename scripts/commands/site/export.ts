import type { Command } from 'commander';
import { UsageError } from '#server/errors.ts';
import { exportSite } from '#server/services/publishing/export/exportSite.ts';
import { folderConfig } from '../operator.ts';
import { printResult } from '../output.ts';
import { untilSignal } from '../untilSignal.ts';

export function addExportCommand(site: Command): void {
  site
    .command('export')
    .argument('[target]', 'a folder, or s3://bucket/prefix (default: EXPORT_TO)')
    .description('write the served release for nginx, Caddy or a CDN; writes only differences')
    .option('--full', 'write everything again', false)
    .action(exportTo);
}

/** Needs no database, because the release is in the data folder. */
async function exportTo(given: string | undefined, { full }: { full: boolean }): Promise<void> {
  const config = folderConfig();
  const target = given ?? config.exportTo;
  if (target === undefined) {
    throw new UsageError('Say where to: dolores site export FOLDER, or s3://bucket/prefix.');
  }
  const progress = (line: string) => console.log(line);
  const outcome = await untilSignal((signal) =>
    exportSite({ config, target, isFull: full, progress, signal }),
  );
  // Its last line of progress says the same.
  printResult({ target, ...outcome }, () => undefined);
}
