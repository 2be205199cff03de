import type { Command } from 'commander';
import { endPause, listPauses, shortHash } from '#server/services/mail/pauses.ts';
import { asOperator } from './operator.ts';

export function addMailCommands(program: Command): void {
  const mail = program.command('mail').description('Addresses that mail servers refuse');
  mail
    .command('suppressed')
    .description('list the addresses that get no mail now, as hashes')
    .action(printPauses);
  mail
    .command('unsuppress')
    .argument('<address>', 'the e-mail address')
    .description('send mail to an address again')
    .action(async (address: string) => {
      await asOperator((operator) => endPause(operator, address));
      console.log('Mail is sent to this address again.');
    });
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
