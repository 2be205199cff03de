import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import type { CorePlatform } from '#server/context.ts';
import { type FoundOrder, findOrder } from '#server/services/orders/read/findOrders.ts';
import { refundByOperator } from '#server/services/orders/refunds/refundByOperator.ts';
import { listedId, wholeNumber, words } from '../arguments.ts';
import { confirmed } from '../confirm.ts';
import { asOperator } from '../operator.ts';
import { printResult } from '../output.ts';
import { oneLine } from '../terminal.ts';

type Options = { amount?: number; reason: string; id?: string };

/** How long the command waits for a server to send the refund to the provider. */
const waitSeconds = 15;

export function addRefundCommand(orders: Command): void {
  orders
    .command('refund')
    .argument('<id>', 'the id of an order', listedId)
    .description('refund an order or a part of it, and take back the same part of the credits')
    .option('--amount <number>', 'in cents, fen or whole yen (default: all)', wholeNumber('amount'))
    .requiredOption('--reason <text>', 'why, for the record and the provider', words('reason'))
    .option(
      '--id <id>',
      'an idempotency key: a second call with it is the same refund',
      words('id'),
    )
    .action(refund);
}

async function refund(orderId: string, { id = randomUUID(), ...options }: Options): Promise<void> {
  await confirmed(`This returns ${whatOf(options.amount)} of the order ${orderId} to its buyer.`);
  const found = await asOperator(async (operator) => {
    const { id: refundId } = await refundByOperator(operator, { orderId, id, ...options });
    return waitFor(operator, orderId, refundId);
  });
  printResult(found, () => {
    console.log(refundLine(found));
    if (found.state === 'requested') {
      console.log('No server has asked the provider yet. A server that runs does so by itself.');
    }
  });
}

function whatOf(amount: number | undefined): string {
  return amount === undefined ? 'all money' : `${amount} (cents, fen or whole yen)`;
}

/** Returns a line that describes a refund. */
export function refundLine(refund: FoundOrder['refunds'][number]): string {
  const { id, amount, currency, state, isStuck, refundedBy, reason, problem } = refund;
  const { taken, missing, providerId } = refund;
  const shown = isStuck ? `${state} (end it at the provider)` : state;
  const lost = missing > 0 ? `, ${missing} not recovered` : '';
  const parts = [
    `refund ${id}: ${amount} ${currency}, ${shown}, by ${refundedBy} (${oneLine(reason)})`,
    `${taken} credits taken${lost}`,
    ...(providerId === null ? [] : [oneLine(providerId)]),
    ...(problem === null ? [] : [oneLine(problem)]),
  ];
  return parts.join('; ');
}

async function waitFor(operator: CorePlatform, orderId: string, refundId: string) {
  for (let waited = 0; ; waited += 1) {
    const order = await findOrder(operator, orderId);
    const refund = order?.refunds.find((one) => one.id === refundId);
    if (!refund) throw new Error('The refund is gone');
    if (refund.asked !== null || waited === waitSeconds * 4) return refund;
    await sleep(250);
  }
}
