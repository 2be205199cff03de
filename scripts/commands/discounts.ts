import type { Command } from 'commander';
import { groupGiftCode } from '#domain/product/giftCodes.ts';
import { offers } from '#domain/pricing/offers.ts';
import { UsageError } from '#server/errors.ts';
import { issueDiscounts } from '#server/services/orders/discounts/issueDiscounts.ts';
import {
  type DiscountList,
  listDiscounts,
} from '#server/services/orders/discounts/listDiscounts.ts';
import { revokeDiscounts } from '#server/services/orders/discounts/revokeDiscounts.ts';
import { reasonOption, wholeNumber, words } from './arguments.ts';
import { confirmed } from './confirm.ts';
import { batchNumber, codesToRevoke, endOfExpiryDay, revocationOf } from './issuedCodes.ts';
import { asOperator } from './operator.ts';
import { printResult } from './output.ts';
import { oneLine, printTable } from './terminal.ts';

export function addDiscountsCommands(program: Command): void {
  const discounts = program.command('discounts').description('Personal discount codes');
  discounts
    .command('issue')
    .description(
      'issue codes for a discount on one order each, and print them; they are shown only once',
    )
    .option(
      '--percent <number>',
      'the discount in percent',
      wholeNumber('percent'),
      offers.codePercentOff,
    )
    .option('--count <number>', 'how many codes', wholeNumber('count'), 1)
    .requiredOption('--expires <day>', 'the last day on which they are valid (UTC)', endOfExpiryDay)
    .option('--for <email>', 'the only account that may use them', words('for'))
    .option('--referrer <email>', 'the user who passes the codes on', words('referrer'))
    .option('--reward <credits>', 'credits for that user for each order', wholeNumber('reward'))
    .option('--note <text>', 'what they are for, for the list', words('note'))
    .option(...reasonOption)
    .action(issue);
  discounts
    .command('list')
    .description('list batches of codes, newest first, with the states of their codes')
    .option('--limit <number>', 'how many', wholeNumber('limit'), 50)
    .action(printDiscounts);
  discounts
    .command('revoke')
    .description('revoke codes that no order uses')
    .argument('[batch]', 'the number that the list shows', batchNumber('discounts list'))
    .option('--code <codes...>', 'single codes instead')
    .option(...reasonOption)
    .action(revoke);
}

type IssueOptions = {
  percent: number;
  count: number;
  expires: Date;
  for?: string;
  referrer?: string;
  reward?: number;
  note?: string;
};

/** Prints only the codes on standard output, so that they can be piped. */
async function issue(options: IssueOptions): Promise<void> {
  const { percent: percentOff, count, expires, referrer: email, reward } = options;
  if ((email === undefined) !== (reward === undefined)) {
    throw new UsageError('Name both or neither: --referrer, and with --reward what they get');
  }
  const referrer = email === undefined || reward === undefined ? null : { email, reward };
  const [owner, note] = [options.for ?? null, options.note ?? null];
  const order = { percentOff, count, expires, owner, referrer, note };
  const { batch, codes } = await asOperator((operator) => issueDiscounts(operator, order));
  const grouped = codes.map(groupGiftCode);
  printResult({ batch, percentOff, expires, note, codes: grouped }, () => {
    for (const code of grouped) console.log(code);
  });
  console.error(`Batch ${batch}: ${count} × ${percentOff} % off. Shown this once.`);
}

async function printDiscounts({ limit }: { limit: number }): Promise<void> {
  const found = await asOperator((operator) => listDiscounts(operator, limit));
  printResult(found, () => {
    if (found.length === 0) return console.log('No code was issued.');
    const rows = found.map((row) => Object.values(columns).map((cellOf) => cellOf(row)));
    printTable([Object.keys(columns), ...rows]);
  });
}

const columns: Readonly<Record<string, (row: DiscountList) => string>> = {
  batch: ({ batch }) => (batch === null ? 'sharing' : String(batch)),
  percent: ({ percentOff }) => String(percentOff),
  expires: ({ expires }) => expires.toISOString().slice(0, 10),
  reward: ({ reward }) => (reward === null ? '' : String(reward)),
  issued: ({ issued }) => String(issued),
  used: ({ used }) => String(used),
  expired: ({ expired }) => String(expired),
  revoked: ({ revoked }) => String(revoked),
  open: ({ open }) => String(open),
  note: ({ note }) => oneLine(note ?? ''),
};

async function revoke(
  batch: number | undefined,
  { code: codes, reason }: { code?: string[]; reason?: string },
): Promise<void> {
  const requested = codesToRevoke(batch, codes, 'discounts list');
  await confirmed(revocationOf(requested));
  const outcome = await asOperator((operator) =>
    revokeDiscounts(operator, requested, reason ?? null),
  );
  printResult(outcome, ({ revoked, used, revokedBefore }) => {
    console.log(`${revoked} revoked, ${revokedBefore} were revoked before.`);
    if (used > 0) console.log(`${used} are used in orders, which keep their price.`);
  });
}
