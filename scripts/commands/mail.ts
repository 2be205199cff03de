import type { Command } from 'commander';
import { UsageError } from '#server/errors.ts';
import { endAllPauses, endPause, listPauses, shortHash } from '#server/services/mail/pauses.ts';
import { listSuppressions } from '#server/services/mail/suppressions.ts';
import { reasonOption } from './arguments.ts';
import { confirmed } from './confirm.ts';
import { asOperator } from './operator.ts';
import { printResult } from './output.ts';
import { oneLine } from './terminal.ts';

export function addMailCommands(program: Command): void {
  const mail = program.command('mail').description('Addresses that mail servers refuse');
  mail
    .command('suppressed')
    .description('list the addresses that get no mail now, as hashes')
    .action(printPauses);
  mail
    .command('unsuppress')
    .argument('[address]', 'the e-mail address, or its hash as the list prints it')
    .option('--all', 'every address that gets no mail', false)
    .option(...reasonOption)
    .description('send mail to an address again')
    .action(endPauses);
}

/** Resumes mail to one address or to all. Throws unless exactly one of `address` and `--all` is given. */
async function endPauses(address: string | undefined, { all }: { all: boolean }): Promise<void> {
  if (all === (address !== undefined)) throw new UsageError('Give an address, or --all');
  if (address === undefined) {
    await confirmed(
      'This sends mail to every refused address again, those that bounced or complained too.',
    );
    const ended = await asOperator(endAllPauses);
    printResult({ ended }, () => {
      console.log(`Mail is sent to ${ended} ${ended === 1 ? 'address' : 'addresses'} again.`);
    });
  } else {
    await asOperator((operator) => endPause(operator, address));
    printResult({ ended: 1 }, () => console.log('Mail is sent to this address again.'));
  }
}

async function printPauses(): Promise<void> {
  const read = await asOperator(async (operator) => ({
    pauses: await listPauses(operator),
    suppressed: await listSuppressions(operator),
  }));
  printResult(read, printList);
}

type Unmailed = {
  pauses: Awaited<ReturnType<typeof listPauses>>;
  suppressed: Awaited<ReturnType<typeof listSuppressions>>;
};

function printList({ pauses, suppressed }: Unmailed): void {
  if (pauses.length + suppressed.length === 0) console.log('No address is paused.');
  for (const { addressHash, kind, cause, reported } of suppressed) {
    const why = cause === null ? '' : `  ${oneLine(cause)}`;
    console.log(`${shortHash(addressHash)}  ${kind}, ${reported.toISOString()}${why}`);
  }
  for (const { addressHash, refusals, refused, until } of pauses) {
    const times = `${refusals} ${refusals === 1 ? 'refusal' : 'refusals'}`;
    console.log(
      `${shortHash(addressHash)}  ${times}, the last ${refused.toISOString()}  until ${until.toISOString()}`,
    );
  }
}
