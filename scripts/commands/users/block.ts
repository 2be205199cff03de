import type { Command } from 'commander';
import { type BlockedUser, blockUser, unblockUser } from '#server/services/people/blockUser.ts';
import { reasonOption, userArgument, words } from '../arguments.ts';
import { confirmed } from '../confirm.ts';
import { asOperator } from '../operator.ts';
import { printResult } from '../output.ts';
import { oneLine } from '../terminal.ts';

type Options = { reason: string };

export function addBlockCommands(users: Command): void {
  users
    .command('block')
    .argument('<user>', userArgument)
    .description('end the sessions and answers of an account, and refuse it from now on')
    .requiredOption('--reason <text>', 'why, for the record; users do not see it', words('reason'))
    .action(block);
  users
    .command('unblock')
    .argument('<user>', userArgument)
    .description('let an account sign in again')
    .requiredOption(...reasonOption)
    .action(unblock);
}

async function block(text: string, { reason }: Options): Promise<void> {
  await confirmed(`This signs ${oneLine(text)} out everywhere and ends running answers.`);
  const blocked = await asOperator((operator) => blockUser(operator, text, reason));
  printResult(blocked, printBlocked);
}

function printBlocked({ user, isNew, sessions, answers, plan, openOrders }: BlockedUser): void {
  const { texts, media } = answers;
  console.log(`${oneLine(user.email)} ${isNew ? 'is' : 'was'} blocked. Its id is ${user.id}.`);
  console.log(`Ended: sessions ${sessions}, answers ${texts + media}, free of charge.`);
  if (media > 0) console.log(`A server or worker stops the ${media} media jobs among them.`);
  if (plan) {
    const end = plan.periodEnds.toISOString().slice(0, 10);
    console.log(
      `The plan ${plan.product} (${plan.method} ${oneLine(plan.providerId)}) ends on ${end}.`,
    );
    console.log('Its provider is asked within minutes, and charges nothing more. Money that was');
    console.log('paid stays; “dolores orders refund” returns it.');
  }
  for (const id of openOrders) {
    console.log(
      `The open order ${id} is closed within minutes; if it is paid before, it is fulfilled.`,
    );
  }
}

async function unblock(text: string, { reason }: Options): Promise<void> {
  const unblocked = await asOperator((operator) => unblockUser(operator, text, reason));
  printResult(unblocked, ({ user, plan }) => {
    console.log(`${oneLine(user.email)} can sign in again.`);
    if (plan?.leaving === 'resuming') {
      console.log(`The plan ${plan.product} renews again; its provider is asked within minutes.`);
    }
  });
}
