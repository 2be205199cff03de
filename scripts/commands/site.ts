import type { Command } from 'commander';
import { writeAudit } from '#server/services/operation/audit.ts';
import { requestPublish } from '#server/services/publishRequests/requestPublish.ts';
import { resumePublishing } from '#server/services/publishing/shared/followRelease.ts';
import { rollBack } from '#server/services/publishing/rollback.ts';
import { readStatus } from '#server/services/publishing/status/readStatus.ts';
import { asOperator } from './operator.ts';
import { printResult } from './output.ts';
import { addExportCommand } from './site/export.ts';
import { publishSite } from './site/publish.ts';
import { statusLines } from './site/status.ts';

export function addSiteCommands(program: Command): void {
  const site = program.command('site').description('The published site and its releases');
  site
    .command('status')
    .description(
      'show the served release, running, waiting and failed publishes, and kept releases',
    )
    .action(status);
  site
    .command('publish')
    .description('request a publish and follow it; exits with status 1 if it fails')
    .option('--full', 'render everything again', false)
    .option('--no-wait', 'do not follow it')
    .action(publishSite);
  site
    .command('rollback')
    .argument('[release]', 'as status prints it (default: the previous one)')
    .description('serve an earlier release, and pause automatic publishes')
    .action(rollback);
  site
    .command('resume')
    .description('end the pause of automatic publishes after a rollback')
    .action(resume);
  addExportCommand(site);
}

async function status(): Promise<void> {
  printResult(await asOperator(readStatus), (found) => {
    for (const line of statusLines(found, new Date())) console.log(line);
  });
}

async function rollback(release: string | undefined): Promise<void> {
  const outcome = await asOperator((operator) => rollBack(operator, release));
  printResult(outcome, ({ from, to }) => {
    console.log(`Served is ${to} again, instead of ${from}.`);
    console.log(
      'Automatic publishes are paused until: dolores site publish, or dolores site resume',
    );
  });
}

async function resume(): Promise<void> {
  const outcome = await asOperator(async ({ config, database }) => {
    if (!(await resumePublishing(config))) return { wasPaused: false, runs: [] };
    const runs = await requestPublish(database.query, { by: 'site resume', isAutomatic: true });
    await writeAudit(database.query, 'site.resume', 'site');
    return { wasPaused: true, runs: runs.map(({ id }) => id) };
  });
  printResult(outcome, ({ wasPaused }) => {
    if (wasPaused) console.log('Automatic publishes go on. A publish has been asked for.');
    else console.log('Automatic publishes are not paused.');
  });
}
