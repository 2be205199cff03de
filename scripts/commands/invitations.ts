import type { Command } from 'commander';
import { groupGiftCode } from '#domain/product/giftCodes.ts';
import {
  issueInvitations,
  listInvitations,
  revokeInvitations,
} from '#server/services/people/invitations.ts';
import { reasonOption, wholeNumber, words } from './arguments.ts';
import { confirmed } from './confirm.ts';
import { batchNumber, codesToRevoke, endOfExpiryDay, revocationOf } from './issuedCodes.ts';
import { asOperator } from './operator.ts';
import { printResult } from './output.ts';
import { oneLine, printTable } from './terminal.ts';

export function addInvitationsCommands(program: Command): void {
  const invitations = program
    .command('invitations')
    .description('Codes with which accounts are opened when REGISTRATION is code');
  invitations
    .command('issue')
    .description('issue invitations and print them; they are shown only once')
    .option('--count <number>', 'how many, each for one account', wholeNumber('count'), 1)
    .option('--expires <day>', 'the last day on which they are valid (UTC)', endOfExpiryDay)
    .option('--note <text>', 'what they are for, for the list', words('note'))
    .action(issue);
  invitations
    .command('list')
    .description('list batches of invitations, newest first')
    .option('--limit <number>', 'how many', wholeNumber('limit'), 50)
    .action(printBatches);
  invitations
    .command('revoke')
    .description('withdraw invitations that are not used')
    .argument('[batch]', 'the number that the list shows', batchNumber('invitations list'))
    .option('--code <codes...>', 'single invitations instead')
    .option(...reasonOption)
    .action(revoke);
}

type IssueOptions = { count: number; expires?: Date; note?: string };

/** Prints only the codes on standard output, so that they can be piped. */
async function issue({ count, expires, note }: IssueOptions): Promise<void> {
  const order = { count, expires: expires ?? null, note: note ?? null };
  const issued = await asOperator((operator) => issueInvitations(operator, order));
  printResult({ ...issued, codes: issued.codes.map(groupGiftCode) }, ({ batch, codes }) => {
    for (const code of codes) console.log(code);
    console.error(`Batch ${batch}: ${codes.length} invitations. Shown this once.`);
  });
}

async function printBatches({ limit }: { limit: number }): Promise<void> {
  const batches = await asOperator((operator) => listInvitations(operator, limit));
  printResult(batches, (found) => {
    if (found.length === 0) return console.log('No invitation was issued.');
    const names = ['batch', 'created', 'expires', 'issued', 'used', 'revoked', 'expired', 'open'];
    printTable([
      [...names, 'note'],
      ...found.map(({ id, created, expires, issued, used, revoked, expired, open, note }) => [
        String(id),
        created.toISOString().slice(0, 10),
        expires?.toISOString().slice(0, 10) ?? 'never',
        ...[issued, used, revoked, expired, open].map(String),
        oneLine(note ?? ''),
      ]),
    ]);
  });
}

async function revoke(
  batch: number | undefined,
  { code, reason }: { code?: string[]; reason?: string },
): Promise<void> {
  const selection = codesToRevoke(batch, code, 'invitations list');
  await confirmed(revocationOf(selection));
  const revoked = await asOperator((operator) =>
    revokeInvitations(operator, selection, reason ?? null),
  );
  printResult(revoked, ({ revoked: count, used }) => {
    console.log(`${count} withdrawn. ${used} were used: their accounts stay.`);
  });
}
