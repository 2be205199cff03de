import type { Command } from 'commander';
import {
  type UnclearJob,
  listUnclearJobs,
  resolveJob,
} from '#server/services/media/jobs/unclearJobs.ts';
import { listedId, wholeNumber, words } from './arguments.ts';
import { asOperator } from './operator.ts';
import { printResult } from './output.ts';
import { oneLine } from './terminal.ts';

export function addMediaCommands(program: Command): void {
  const media = program
    .command('media')
    .description('Media jobs that a provider may have charged without a result');
  media
    .command('list')
    .description('list jobs for which it is unknown whether the provider charged them')
    .option('--limit <number>', 'how many', wholeNumber('limit'), 50)
    .action(list);
  media
    .command('resolve')
    .argument('<id>', 'the id of the answer, as the list prints it', listedId)
    .description('remove a job from the list, after you have checked it at the provider')
    .requiredOption('--reason <text>', 'what you found there, for the record', words('reason'))
    .action(resolve);
}

async function list({ limit }: { limit: number }): Promise<void> {
  const jobs = await asOperator((operator) => listUnclearJobs(operator, limit));
  printResult(jobs, printJobs);
}

function printJobs(jobs: readonly UnclearJob[]): void {
  if (jobs.length === 0) console.log('All is clear: no provider may have charged for nothing.');
  for (const job of jobs) console.log(lineOf(job));
}

function lineOf({ id, model, upstream, tried, reason, ticket, cost }: UnclearJob): string {
  const price = cost === null ? 'cost unknown' : `about $${(cost / 1_000_000).toFixed(4)}`;
  const when = tried?.toISOString() ?? 'never tried';
  const known = ticket === null ? 'no id of the provider' : `order ${oneLine(ticket)}`;
  return [id, oneLine(model), oneLine(upstream), when, price, known, reason ?? 'no reason'].join(
    '  ',
  );
}

async function resolve(id: string, { reason }: { reason: string }): Promise<void> {
  await asOperator((operator) => resolveJob(operator, id, reason));
  printResult({ id, reason }, () => console.log(`${id} is resolved.`));
}
