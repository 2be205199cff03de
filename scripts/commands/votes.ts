import type { Command } from 'commander';
import { countVotes } from '#server/db/queries/votes.ts';
import { wholeNumber } from './arguments.ts';
import { asOperator } from './operator.ts';
import { printResult } from './output.ts';
import { oneLine } from './terminal.ts';

export function addVotesCommand(program: Command): void {
  program
    .command('votes')
    .description('Thumbs up and down on answers, by model and by GPT')
    .option('--days <number>', 'the last days', wholeNumber('days'), 30)
    .action(printVotes);
}

async function printVotes({ days }: { days: number }): Promise<void> {
  const counts = await asOperator(({ database }) => countVotes(database.query, days));
  printResult(counts, printLines);
}

function printLines(counts: Awaited<ReturnType<typeof countVotes>>): void {
  if (counts.length === 0) console.log('Nobody has voted.');
  for (const { group, name, up, down } of counts) {
    const share = `${Math.round((100 * up) / (up + down))} %`;
    console.log(
      [
        group.padEnd(5),
        `+${up}`.padStart(7),
        `−${down}`.padStart(7),
        share.padStart(5),
        oneLine(name),
      ].join('  '),
    );
  }
}
