import type { Command } from 'commander';
import { moneyText } from '#domain/pricing/money.ts';
import type { Happening, TimelinePosition } from '#server/db/queries/userTimeline.ts';
import { UsageError } from '#server/errors.ts';
import { type ShownUser, showUser } from '#server/services/people/showUser.ts';
import { textToPosition } from '#server/services/people/timelinePosition.ts';
import { userArgument, wholeNumber } from '../arguments.ts';
import { asOperator } from '../operator.ts';
import { printResult } from '../output.ts';
import { oneLine, plainLine, printFacts, printTable } from '../terminal.ts';

type Options = { limit: number; before?: TimelinePosition };

export function addShowCommand(users: Command): void {
  users
    .command('show')
    .argument('<user>', userArgument)
    .description('show an account and what happened to it, newest first; no texts of its user')
    .option('--limit <number>', 'how many happenings', wholeNumber('limit'), 50)
    .option(
      '--before <time>',
      'only earlier ones: than a time such as 2027-01-31T12:00Z, or as the end of a list says',
      toPosition,
    )
    .action(printUser);
}

async function printUser(text: string, { limit, before }: Options): Promise<void> {
  const shown = await asOperator((operator) => showUser(operator, text, { limit, after: before }));
  printResult(shown, ({ user, timeline, next }) => {
    printState(user);
    console.log('');
    printTable(timeline.map(cellsOf));
    if (next !== null) console.log(`There is more: --before ${next}`);
  });
}

function printState(user: ShownUser): void {
  const { credits, renewing, blocked, deletionDue, mailStopped } = user;
  printFacts({
    Id: user.id,
    Address: oneLine(user.email),
    Name: oneLine(user.name),
    Language: oneLine(user.language),
    Blocked: blocked && `since ${blocked.since.toISOString()}: ${oneLine(blocked.reason)}`,
    Deletion: deletionDue && `due ${deletionDue.toISOString()}`,
    Mail: mailStopped && mailText(mailStopped),
    Credits: `${credits.available} to spend, ${credits.held} held, ${credits.frozen} frozen`,
    Plans: user.plans.length === 0 ? null : user.plans.join(', '),
    Renewal: renewing && renewalText(renewing),
    Paid: paidText(user.paid),
    Sessions: String(user.sessions),
    Questions: String(user.questions),
  });
}

function mailText({ reason, until }: NonNullable<ShownUser['mailStopped']>): string {
  if (reason === 'refused') return `refused by a mail server, paused until ${until?.toISOString()}`;
  return `stopped after a ${reason}; sign-in codes only`;
}

function renewalText({ product, until, renews }: NonNullable<ShownUser['renewing']>): string {
  return `${product} ${renews ? 'renews' : 'ends'} on ${until.toISOString().slice(0, 10)}`;
}

function paidText(paid: ShownUser['paid']): string | null {
  const sums = Object.entries(paid).map(([currency, amount]) => moneyText({ amount, currency }));
  return sums.length === 0 ? null : sums.join(', ');
}

function cellsOf({ at, kind, facts }: Happening): string[] {
  return [at.toISOString().replace('T', ' ').slice(0, 19), kind, factsText(facts)];
}

/** Returns facts as `name value` pairs, for one line. Values may be texts of users. */
function factsText(facts: Happening['facts']): string {
  return Object.entries(facts)
    .map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return `${name} ${plainLine(text).slice(0, 120)}`;
    })
    .join(', ');
}

function toPosition(text: string): TimelinePosition {
  const position = textToPosition(text);
  if (position !== undefined) return position;
  throw new UsageError('--before must be a time such as 2027-01-31T12:00Z, or copied from a list');
}
