import type { Command } from 'commander';
import { findUsers } from '#server/services/people/findUsers.ts';
import { wholeNumber } from './arguments.ts';
import { asOperator } from './operator.ts';
import { printResult } from './output.ts';
import { oneLine, printTable } from './terminal.ts';
import { addBlockCommands } from './users/block.ts';
import { addDataCommands } from './users/data.ts';
import { addMessageCommand } from './users/message.ts';
import { addShowCommand } from './users/show.ts';

export function addUsersCommands(program: Command): void {
  const users = program.command('users').description('The accounts of users');
  users
    .command('find')
    .description('find accounts, newest first')
    .argument(
      '<query>',
      'a part of an address, or the id of an account, order, payment, refund, conversation, answer or shared link, a receipt’s number, a message’s reference, or a code',
    )
    .option('--limit <number>', 'how many', wholeNumber('limit'), 20)
    .action(printFound);
  addShowCommand(users);
  addBlockCommands(users);
  addMessageCommand(users);
  addDataCommands(users);
}

async function printFound(query: string, { limit }: { limit: number }): Promise<void> {
  const found = await asOperator((operator) => findUsers(operator, query, limit));
  printResult(found, ({ users, total }) => {
    if (total === 0) return console.log('No account belongs to this.');
    printTable(
      users.map(({ id, email, name, created, blocked, by }) => [
        id,
        created.toISOString().slice(0, 10),
        oneLine(email),
        oneLine(name),
        `by ${by}`,
        blocked === null ? '' : `blocked since ${blocked.toISOString().slice(0, 10)}`,
      ]),
    );
    const more = total - users.length;
    if (more > 0) console.log(`${more} more: raise --limit, or give a longer part.`);
  });
}
