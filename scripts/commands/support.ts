import type { Command } from 'commander';
import {
  type SupportRequest,
  closeRequest,
  findRequest,
  listRequests,
} from '#server/services/support/requests.ts';
import { asOperator, wholeNumber } from './operator.ts';
import { oneLine, plainLine, words } from './terminal.ts';

export function addSupportCommands(program: Command): void {
  const support = program.command('support').description('Messages from the contact form');
  support
    .command('list')
    .description('list open messages, those of Pro first, then the oldest')
    .option('--all', 'closed ones, too', false)
    .option('--limit <number>', 'how many', wholeNumber('limit'), 50)
    .action(printRequests);
  support
    .command('show')
    .argument('<reference>', 'as the list and the mail name it')
    .description('show a message')
    .action(async (reference: string) => {
      printRequest(await asOperator(({ database }) => findRequest(database, named(reference))));
    });
  support
    .command('close')
    .argument('<reference>', 'as the list and the mail name it')
    .description('close a message')
    .requiredOption('--note <text>', 'what became of it, for the record', words('note'))
    .action(async (reference: string, { note }: { note: string }) => {
      await asOperator((operator) => closeRequest(operator, named(reference), note));
      console.log('Closed.');
    });
}

async function printRequests({ all, limit }: { all: boolean; limit: number }): Promise<void> {
  const found = await asOperator(({ database }) => listRequests(database, { all, limit }));
  if (found.length === 0)
    console.log(all ? 'There are no messages.' : 'There are no open messages.');
  for (const { reference, created, tier, topic, email, message, mailed, closed } of found) {
    const state = [...(mailed ? [] : ['not mailed yet']), ...(closed ? ['closed'] : [])];
    const parts = [reference, created.toISOString().slice(0, 10), tier, topic, oneLine(email)];
    console.log([...parts, ...state].join('  '));
    console.log(`  ${oneLine(message).slice(0, 120)}`);
  }
}

function printRequest(request: SupportRequest): void {
  const { reference, created, tier, topic, email, userId, language, about, mailed, closed } =
    request;
  const facts: [string, string | null][] = [
    ['Reference', reference],
    ['Topic', topic],
    ['From', oneLine(email)],
    ['Account', userId],
    ['Plan', tier],
    ['Language', language],
    ['About', about === null ? null : oneLine(about)],
    ['Sent', created.toISOString()],
    ['Mailed', mailed?.toISOString() ?? 'not yet'],
    ['Closed', closed?.toISOString() ?? null],
  ];
  for (const [name, value] of facts) if (value !== null) console.log(`${name}: ${value}`);
  console.log(`\n${request.message.split('\n').map(plainLine).join('\n')}`);
}

/** References are written in capitals. */
function named(reference: string): string {
  return reference.trim().toUpperCase();
}
