import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { createMediaStore } from '#server/gateways/storage/media.ts';
import { deleteUser } from '#server/services/people/deleteUser.ts';
import { exportUser } from '#server/services/people/exportUser.ts';
import { reasonOption, userArgument } from '../arguments.ts';
import { confirmed } from '../confirm.ts';
import { asOperator } from '../operator.ts';
import { printResult } from '../output.ts';
import { oneLine } from '../terminal.ts';

/** Adds `export` and `delete`. */
export function addDataCommands(users: Command): void {
  users
    .command('export')
    .argument('<user>', userArgument)
    .argument('<file>', 'a new file, for example person.zip')
    .description('write the archive that the user gets in the settings')
    .requiredOption(...reasonOption)
    .action(exportTo);
  users
    .command('delete')
    .argument('<user>', userArgument)
    .description('delete an account in a week, as its user can; a mail says how to keep it')
    .requiredOption(...reasonOption)
    .option('--now', 'within the hour, without that week and that mail', false)
    .action(remove);
}

async function exportTo(text: string, file: string, { reason }: { reason: string }): Promise<void> {
  await asOperator(async (operator) => {
    const media = createMediaStore(operator.config);
    const { pieces } = await exportUser({ ...operator, media }, text, reason);
    // Never over another file, and unreadable for others on this machine.
    const target = await open(file, 'wx', 0o600);
    await pipeline(Readable.from(pieces), target.createWriteStream());
  });
  printResult({ file }, () => console.log(`Written: ${oneLine(file)}`));
}

async function remove(
  text: string,
  { reason, now }: { reason: string; now: boolean },
): Promise<void> {
  await confirmed(
    `This deletes the account of ${oneLine(text)}${now ? ' within the hour' : ' in a week'}.`,
  );
  const deleted = await asOperator((operator) =>
    deleteUser(operator, text, { reason, atOnce: now }),
  );
  printResult(deleted, ({ user, due, isNew }) => {
    const day = due.toISOString();
    console.log(
      isNew
        ? `The account of ${oneLine(user.email)} is deleted after ${day}.`
        : `Its deletion was requested before: it is due ${day}.`,
    );
    console.log('Its plan ends, open orders are closed, and running answers end first.');
  });
}
