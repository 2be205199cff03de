import { randomUUID } from 'node:crypto';
import { type Command, InvalidArgumentError } from 'commander';
import {
  type CreditChange,
  changeCredits,
  mostChangedCredits,
} from '#server/services/operation/changeCredits.ts';
import { address, listedId, reasonOption } from './arguments.ts';
import { confirmed } from './confirm.ts';
import { asOperator } from './operator.ts';
import { printResult } from './output.ts';
import { oneLine } from './terminal.ts';

type Options = { reason: string; id?: string };

const amountText = 'how many credits';
const most = mostChangedCredits.toLocaleString('en');

export function addCreditsCommands(program: Command): void {
  const credits = program.command('credits').description('The credits of one account');
  addCommand(credits, 'grant', amountText, creditsFromOne)
    .description('grant credits that do not expire')
    .action((email: string, amount: number, options: Options) =>
      change({ verb: 'grant', email, amount, ...shared(options) }),
    );
  addCommand(credits, 'adjust', `${amountText}; for example -5 takes five`, creditsUpOrDown)
    .description('correct a balance; takes the credits that expire first')
    .action((email: string, amount: number, options: Options) =>
      change({ verb: 'adjust', email, amount, ...shared(options) }),
    );
  addCommand(
    credits,
    'refund',
    'how many credits of the order to take back in total',
    creditsFromOne,
  )
    .description('take back credits of an order; the total includes earlier refunds')
    .requiredOption('--order <id>', 'the order, as `orders list` shows it', listedId)
    .action((email: string, amount: number, options: Options & { order: string }) =>
      change({ verb: 'refund', email, amount, orderId: options.order, ...shared(options) }),
    );
}

function addCommand(
  credits: Command,
  name: string,
  what: string,
  read: (text: string) => number,
): Command {
  return credits
    .command(name)
    .argument('<email>', 'the address of the account', address)
    .argument('<amount>', what, read)
    .requiredOption(...reasonOption)
    .option('--id <id>', 'an idempotency key: a second call with it changes nothing', changeId);
}

function shared({ reason, id = randomUUID() }: Options): { reason: string; id: string } {
  return { reason, id };
}

async function change(requested: CreditChange): Promise<void> {
  const { verb, id, email, amount } = requested;
  const isTaking = verb === 'refund' || amount < 0;
  if (isTaking) await confirmed(`This takes ${Math.abs(amount)} credits of ${oneLine(email)}.`);
  const outcome = await asOperator((operator) => changeCredits(operator, requested));
  printResult({ verb, id, ...outcome }, ({ isNew, changed, missing, available }) => {
    const sign = changed > 0 ? '+' : '';
    const before = isNew ? '' : ' was done before and is not repeated';
    console.log(`${verb} ${id}${before}: ${sign}${changed} credits`);
    if (missing > 0) console.log(`${missing} credits could not be taken: spent, expired or held.`);
    console.log(`The account can spend ${available} credits.`);
  });
}

function creditsFromOne(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text) && Number(text) <= mostChangedCredits) return Number(text);
  throw new InvalidArgumentError(`The amount must be a whole number from 1 to ${most}.`);
}

function creditsUpOrDown(text: string): number {
  const amount = /^[+-]?[1-9]\d{0,6}$/.test(text) ? Number(text) : 0;
  if (amount !== 0 && Math.abs(amount) <= mostChangedCredits) return amount;
  const rule = `a whole number other than 0, from -${most} to ${most}`;
  throw new InvalidArgumentError(`The amount must be ${rule}.`);
}

function changeId(text: string): string {
  if (/^[\w.:-]{1,100}$/.test(text)) return text;
  throw new InvalidArgumentError('--id must be 1 to 100 letters, digits or any of . : _ -');
}
