import type { Command } from 'commander';
import { UsageError } from '#server/errors.ts';
import { endAllPauses, endPause, listPauses, shortHash } from '#server/services/mail/pauses.ts';
import { asOperator } from './operator.ts';

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
    .description('send mail to an address again')
    .action(endPauses);
}

/** Resumes mail to one address or to all. Throws unless exactly one of `address` and `--all` is given. */
async function endPauses(address: string | undefined, { all }: { all: boolean }): Promise<void> {
  if (all === (address !== undefined)) throw new UsageError('Give an address, or --all');
  if (address === undefined) {
    const ended = await asOperator(endAllPauses);
    console.log(`Mail is sent to ${ended} ${ended === 1 ? 'address' : 'addresses'} again.`);
  } else {
    await asOperator((operator) => endPause(operator, address));
    console.log('Mail is sent to this address again.');
  }
}

async function printPauses(): Promise<void> {
  const pauses = await asOperator(listPauses);
  if (pauses.length === 0) console.log('No address is paused.');
  for (const { addressHash, refusals, refused, until } of pauses) {
    const times = `${refusals} ${refusals === 1 ? 'refusal' : 'refusals'}`;
    console.log(
      `${shortHash(addressHash)}  ${times}, the last ${refused.toISOString()}  until ${until.toISOString()}`,
    );
  }
}
