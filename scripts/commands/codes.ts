import { type Command, Option } from 'commander';
import { dayOf } from '#domain/dates.ts';
import {
  type CodeGrant,
  grantName,
  grantNamed,
  grantNames,
  groupGiftCode,
} from '#domain/product/giftCodes.ts';
import { UsageError } from '#server/errors.ts';
import { safeCell, writeCells } from '#server/services/textFiles/csv.ts';
import { issueCodes } from '#server/services/product/issueCodes.ts';
import { type CodeBatch, listBatches } from '#server/services/product/listBatches.ts';
import { revokeCodes } from '#server/services/product/revokeCodes.ts';
import { reasonOption, wholeNumber, words } from './arguments.ts';
import { confirmed } from './confirm.ts';
import { batchNumber, codesToRevoke, endOfExpiryDay, revocationOf } from './issuedCodes.ts';
import { asOperator } from './operator.ts';
import { printResult } from './output.ts';
import { oneLine, plainLine, printTable } from './terminal.ts';

const grantsText = `credits:NUMBER, ${grantNames.join(', ')}`;

type IssueOptions = {
  grants?: CodeGrant;
  credits?: number;
  count: number;
  expires?: Date;
  days?: number;
  note?: string;
  csv?: true;
};

export function addCodesCommands(program: Command): void {
  const codes = program.command('codes').description('Gift codes');
  addIssueCommand(codes);
  codes
    .command('list')
    .description('list batches of codes, newest first, with the states of their codes')
    .option('--limit <number>', 'how many', wholeNumber('limit'), 50)
    .option('--csv', 'as CSV')
    .action(printBatches);
  codes
    .command('revoke')
    .description('revoke codes that are not redeemed')
    .argument('[batch]', 'the number that the list shows', batchNumber('codes list'))
    .option('--code <codes...>', 'single codes instead')
    .option(...reasonOption)
    .action(revoke);
}

function addIssueCommand(codes: Command): void {
  codes
    .command('issue')
    .description('issue gift codes and print them; they are shown only once')
    .addOption(
      new Option('--grants <what>', `what each code grants: ${grantsText}`)
        .argParser(readGrant)
        .conflicts('credits'),
    )
    .option('--credits <number>', 'the same as --grants credits:NUMBER', wholeNumber('credits'))
    .option('--count <number>', 'how many codes', wholeNumber('count'), 1)
    .addOption(
      new Option('--expires <day>', 'the last day on which they are valid (UTC; default: no end)')
        .argParser(endOfExpiryDay)
        .conflicts('days'),
    )
    .option('--days <number>', 'days for which they are valid', wholeNumber('days'))
    .option('--note <text>', 'what they are for, for the list', words('note'))
    .option(...reasonOption)
    .option('--csv', 'as CSV, with what they grant and their last day')
    .action(issue);
}

/** Prints only the codes on standard output, so that they can be piped. */
async function issue(options: IssueOptions): Promise<void> {
  const { count, days, csv } = options;
  const note = options.note ?? null;
  const grant = grantOf(options);
  const { batch, codes, expires } = await asOperator(async (operator) => {
    const expires = options.expires ?? inDays(operator.now(), days);
    return { ...(await issueCodes(operator, { ...grant, count, expires, note })), expires };
  });
  const until = expires?.toISOString().slice(0, 10) ?? '';
  const grouped = codes.map(groupGiftCode);
  printResult({ batch, grants: grantName(grant), expires, note, codes: grouped }, () => {
    if (csv) printCsv(['code', 'grants', 'expires', 'batch', 'note']);
    for (const code of grouped) {
      if (csv) printCsv([code, grantName(grant), until, String(batch), note ?? '']);
      else console.log(code);
    }
  });
  console.error(`Batch ${batch}: ${codes.length} × ${grantName(grant)}. Shown this once.`);
}

async function printBatches({ limit, csv }: { limit: number; csv?: true }): Promise<void> {
  const batches = await asOperator((operator) => listBatches(operator, limit));
  printResult(batches, () => {
    if (csv) return printBatchesAsCsv(batches);
    if (batches.length === 0) return console.log('No code was issued.');
    printTable([Object.keys(columns), ...batches.map((batch) => cellsOf(batch).map(oneLine))]);
  });
}

function printBatchesAsCsv(batches: readonly CodeBatch[]): void {
  printCsv(Object.keys(columns));
  for (const batch of batches) printCsv(cellsOf(batch));
}

const columns: Readonly<Record<string, (batch: CodeBatch) => string>> = {
  batch: ({ id }) => String(id),
  created: ({ created }) => created.toISOString().slice(0, 10),
  grants: grantName,
  expires: ({ expires }) => expires?.toISOString().slice(0, 10) ?? 'never',
  issued: ({ issued }) => String(issued),
  redeemed: ({ redeemed }) => String(redeemed),
  expired: ({ expired }) => String(expired),
  revoked: ({ revoked }) => String(revoked),
  open: ({ open }) => String(open),
  note: ({ note }) => note ?? '',
};

function cellsOf(batch: CodeBatch): string[] {
  return Object.values(columns).map((cellOf) => cellOf(batch));
}

async function revoke(
  batch: number | undefined,
  { code: codes, reason }: { code?: string[]; reason?: string },
): Promise<void> {
  const requested = codesToRevoke(batch, codes, 'codes list');
  await confirmed(revocationOf(requested));
  const outcome = await asOperator((operator) => revokeCodes(operator, requested, reason ?? null));
  printResult(outcome, ({ revoked, redeemed, revokedBefore }) => {
    console.log(`${revoked} revoked, ${revokedBefore} were revoked before.`);
    if (redeemed > 0) console.log(`${redeemed} had been redeemed: what they gave stays.`);
  });
}

function printCsv(cells: readonly string[]): void {
  console.log(writeCells(cells.map((cell) => safeCell(plainLine(cell)))));
}

function readGrant(name: string): CodeGrant {
  const grant = grantNamed(name, dayOf(new Date()));
  if (grant) return grant;
  throw new Error(`--grants must be one of ${grantsText}`);
}

function inDays(now: Date, days: number | undefined): Date | null {
  return days === undefined ? null : new Date(now.getTime() + days * 86_400_000);
}

function grantOf({ credits, grants }: IssueOptions): CodeGrant {
  if (grants !== undefined) return grants;
  if (credits !== undefined) return { credits, product: null };
  throw new UsageError('Say what each code grants: --grants credits:100, or --grants pro:month');
}
