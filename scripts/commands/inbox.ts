import type { Command } from 'commander';
import type { InboxKind, InboxRow } from '#server/db/queries/inbox.ts';
import { type Inbox, readInbox } from '#server/services/operation/readInbox.ts';
import { wholeNumber } from './arguments.ts';
import { asOperator } from './operator.ts';
import { printResult } from './output.ts';
import { sharedLinkIn } from './shares.ts';
import { oneLine, pasteable } from './terminal.ts';

export function addInboxCommand(program: Command): void {
  program
    .command('inbox')
    .description(
      'list everything that waits for a decision, the longest waiting first, with the commands that decide it',
    )
    .option('--limit <number>', 'how many', wholeNumber('limit'), 50)
    .action(inbox);
}

async function inbox({ limit }: { limit: number }): Promise<void> {
  const { found, now } = await asOperator(async (operator) => ({
    found: await readInbox(operator, limit),
    now: operator.now(),
  }));
  const waiting = found.waiting.map((row) => ({ ...row, commands: commandsOf(row) }));
  printResult({ counts: found.counts, waiting }, () => {
    if (waiting.length === 0) return console.log('Nothing waits for you.');
    console.log(countsLine(found));
    for (const row of waiting) print(row, now);
    const hidden = totalOf(found) - waiting.length;
    if (hidden > 0) console.log(`… and ${hidden} more: --limit ${totalOf(found)}`);
  });
}

function print(row: InboxRow & { commands: readonly string[] }, now: Date): void {
  const { kind, id, since, due, who, about, text, commands } = row;
  const late = due !== null && due < now ? [`OVERDUE since ${minute(due)}`] : [];
  const from = who === null ? [] : [oneLine(who)];
  console.log([minute(since), kind, pasteable(id), ...from, ...late].join('  '));
  if (about !== null) console.log(`    about: ${oneLine(about)}`);
  if (text !== null && text !== '') console.log(`    says: ${oneLine(text)}`);
  for (const command of commands) console.log(`    ${command}`);
}

/** The commands that decide what waits, each as it can be pasted into a shell. A reason is left to be written. */
function commandsOf(row: InboxRow): string[] {
  const id = pasteable(row.id);
  return decisions[row.kind](id, row).map((words) => `npm run dolores -- ${words}`);
}

const why = '--reason "WHY"';

const decisions: Readonly<Record<InboxKind, (id: string, row: InboxRow) => string[]>> = {
  'gpt report': (id, { about }) => [
    `gpts hide ${pasteable(about ?? '')} ${why}`,
    `reports close ${id} --note "WHY"`,
  ],
  'review report': (id, { about }) => [
    `reviews hide ${pasteable(about ?? '')} ${why}`,
    `reports close ${id} --note "WHY"`,
  ],
  support: (id, { about, text }) => {
    const link = sharedLinkIn(`${about ?? ''} ${text ?? ''}`);
    return [
      ...(link === undefined ? [] : [`shares revoke ${pasteable(link)} ${why}`]),
      `support show ${id}`,
      `support answer ${id} --text "ANSWER"`,
      `support close ${id} --note "WHY"`,
    ];
  },
  'sharing post': (id) => [
    `sharing show ${id}`,
    `sharing accept ${id}`,
    `sharing refuse ${id} --reason REASON`,
  ],
  'quarantined order': (id) => [`orders show ${id}`, `orders refund ${id} ${why}`],
  'parked message': (id) => [`orders events --retry ${id}`],
  // Both are decided at the provider.
  'stuck refund': (id) => [`orders show ${id}`],
  dispute: (id) => [`orders show ${id}`],
  'unclear media job': (id) => [`media resolve ${id} ${why}`],
};

function countsLine(found: Inbox): string {
  const counts = Object.entries(found.counts).map(([kind, count]) => `${kind} ${count}`);
  return `Waiting: ${totalOf(found)} (${counts.join(', ')})`;
}

function totalOf({ counts }: Inbox): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function minute(instant: Date): string {
  return `${instant.toISOString().slice(0, 16).replace('T', ' ')}Z`;
}
