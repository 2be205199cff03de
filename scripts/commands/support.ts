import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { withoutMark } from '#domain/site/foreignFiles.ts';
import { type ContactTopic, contactState, contactTopics } from '#domain/support/contact.ts';
import { UsageError } from '#server/errors.ts';
import { answerRequest } from '#server/services/support/answerRequest.ts';
import {
  type SupportRequest,
  closeRequest,
  findRequest,
  listRequests,
} from '#server/services/support/requests.ts';
import { oneOf, wholeNumber, words } from './arguments.ts';
import { asOperator, withMail } from './operator.ts';
import { printResult } from './output.ts';
import { oneLine, plainLine, printFacts } from './terminal.ts';

export function addSupportCommands(program: Command): void {
  const support = program.command('support').description('Messages from the contact form');
  support
    .command('list')
    .description('list open messages, those of Pro first, then the oldest')
    .option('--all', 'include answered and closed messages', false)
    .option(
      '--category <topic>',
      `only of one topic: ${contactTopics.join(', ')}`,
      oneOf('category', contactTopics),
    )
    .option('--limit <number>', 'how many', wholeNumber('limit'), 50)
    .action(printRequests);
  support
    .command('show')
    .argument('<reference>', 'as the list and the mail name it')
    .description('show a message')
    .action(async (reference: string) => {
      printResult(
        await asOperator((operator) => findRequest(operator, toReference(reference))),
        printRequest,
      );
    });
  support
    .command('answer')
    .argument('<reference>', 'as the list and the mail name it')
    .description('mail an answer to the sender, with the question quoted')
    .option('--text <text>', 'the answer', words('text'))
    .option('--file <path>', 'a file with the answer, UTF-8')
    .action(sendAnswer);
  support
    .command('close')
    .argument('<reference>', 'as the list and the mail name it')
    .description('close a message')
    .requiredOption('--note <text>', 'what became of it, for the record', words('note'))
    .action(async (reference: string, { note }: { note: string }) => {
      await asOperator((operator) => closeRequest(operator, toReference(reference), note));
      printResult({ reference: toReference(reference), note }, () => console.log('Closed.'));
    });
}

type ListOptions = { all: boolean; limit: number; category?: ContactTopic };

async function printRequests({ all, limit, category: topic }: ListOptions): Promise<void> {
  const found = await asOperator((operator) => listRequests(operator, { all, limit, topic }));
  printResult(found, () => {
    const kind = [...(all ? [] : ['open']), 'messages'].join(' ');
    const about = topic === undefined ? '' : ` of the topic ${topic}`;
    if (found.length === 0) console.log(`There are no ${kind}${about}.`);
    printRequestLines(found);
  });
}

function printRequestLines(found: readonly SupportRequest[]): void {
  for (const request of found) {
    const { reference, created, tier, topic, email, message, mailed } = request;
    const became = contactState(request);
    const state = [...(mailed ? [] : ['not mailed yet']), ...(became === 'open' ? [] : [became])];
    const parts = [reference, created.toISOString().slice(0, 10), tier, topic, oneLine(email)];
    console.log([...parts, ...state].join('  '));
    console.log(`  ${oneLine(message).slice(0, 120)}`);
  }
}

function printRequest(request: SupportRequest): void {
  const { about, mailed, answered, closed } = request;
  printFacts({
    Reference: request.reference,
    Topic: request.topic,
    From: oneLine(request.email),
    Account: request.userId,
    Plan: request.tier,
    Language: request.language,
    About: about === null ? null : oneLine(about),
    Sent: request.created.toISOString(),
    Mailed: mailed?.toISOString() ?? 'not yet',
    Answered: answered?.toISOString() ?? null,
    Closed: closed?.toISOString() ?? null,
  });
  console.log(`\n${plainLines(request.message)}`);
  if (request.answer !== null) console.log(`\nAnswer:\n${plainLines(request.answer)}`);
}

/** Returns a text with its lines, each indented, so that none looks like a line of the command. */
function plainLines(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${plainLine(line)}`.trimEnd())
    .join('\n');
}

async function sendAnswer(
  reference: string,
  { text, file }: { text?: string; file?: string },
): Promise<void> {
  const answer = await readAnswer(text, file);
  await withMail((operator) => answerRequest(operator, toReference(reference), answer));
  printResult({ reference: toReference(reference) }, () => console.log('The answer was mailed.'));
}

/** Returns the answer from the option or the file. Throws unless exactly one of them is given and it is not empty. */
async function readAnswer(text: string | undefined, file: string | undefined): Promise<string> {
  if ((text === undefined) === (file === undefined)) {
    throw new UsageError('Give the answer with --text or with --file');
  }
  const answer = withoutMark(text ?? (await readFile(file ?? '', 'utf8')))
    .replaceAll('\r\n', '\n')
    .trim();
  if (answer !== '') return answer;
  throw new UsageError('The answer is empty');
}

/** Returns a reference as it is stored: in capitals. */
function toReference(reference: string): string {
  return reference.trim().toUpperCase();
}
