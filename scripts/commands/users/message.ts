import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import type { Command } from 'commander';
import { withoutMark } from '#domain/site/foreignFiles.ts';
import { messageUser } from '#server/services/people/messageUser.ts';
import { userArgument, words } from '../arguments.ts';
import { confirmed } from '../confirm.ts';
import { withMail } from '../operator.ts';
import { printResult } from '../output.ts';
import { oneLine } from '../terminal.ts';

type Options = { subject: string; file: string; id?: string };

export function addMessageCommand(users: Command): void {
  users
    .command('message')
    .argument('<user>', userArgument)
    .description('mail a text to a user, once')
    .requiredOption('--subject <text>', 'the subject', words('subject'))
    .requiredOption('--file <path>', 'the text, UTF-8; “-” reads it from standard input')
    .option('--id <id>', 'an idempotency key: a second call with it sends nothing', words('id'))
    .action(send);
}

async function send(
  recipient: string,
  { subject, file, id = randomUUID() }: Options,
): Promise<void> {
  const text = withoutMark(await (file === '-' ? readAll(process.stdin) : readFile(file, 'utf8')));
  await confirmed(`This mails “${oneLine(subject)}” to ${oneLine(recipient)}.`);
  const sent = await withMail((operator) =>
    messageUser(operator, recipient, { id, subject, text }),
  );
  printResult({ ...sent, id }, ({ user, isNew }) => {
    console.log(
      isNew
        ? `Sent to ${oneLine(user.email)}. Its id is ${oneLine(id)}.`
        : `Nothing was sent: ${oneLine(user.email)} got this mail before.`,
    );
  });
}
