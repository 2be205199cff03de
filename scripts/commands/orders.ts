import type { Command } from 'commander';
import { moneyText } from '#domain/pricing/money.ts';
import { type OrderState, orderStates } from '#domain/orders/orders.ts';
import { isUuid } from '#domain/texts/uuid.ts';
import { type OrderRow, paidFor } from '#server/services/orders/order.ts';
import {
  type FoundOrder,
  findEvents,
  findOrder,
  findOrders,
} from '#server/services/orders/read/findOrders.ts';
import { countOpen } from '#server/services/orders/read/countOpen.ts';
import { retryEvent } from '#server/services/orders/events/retryEvent.ts';
import { addRefundCommand, refundLine } from './orders/refund.ts';
import { addCompareCommand } from './comparePayments.ts';
import { address, oneOf, reasonOption, wholeNumber } from './arguments.ts';
import { asOperator } from './operator.ts';
import { printResult } from './output.ts';
import { oneLine, pasteable } from './terminal.ts';

export function addOrderCommands(program: Command): void {
  const orders = program.command('orders').description('Orders, and messages of payment providers');
  orders
    .command('list')
    .description('list orders, the newest first')
    .option(
      '--state <state>',
      `only in one state: ${orderStates.join(', ')}`,
      oneOf('state', orderStates),
    )
    .option('--email <address>', 'only those of one account', address)
    .option('--limit <number>', 'how many', wholeNumber('limit'), 50)
    .action(printOrders);
  orders
    .command('show')
    .argument('<id>', 'the id of an order')
    .description('show an order: what was paid and by whom, its checkouts, refunds and disputes')
    .action(printOrder);
  orders
    .command('events')
    .description('list messages of providers that wait or are parked')
    .option('--all', 'include applied and ignored messages', false)
    .option('--limit <number>', 'how many', wholeNumber('limit'), 50)
    .option('--retry <id>', 'apply a parked message again')
    .option(...reasonOption)
    .action(printEvents);
  orders
    .command('status')
    .description('count messages, orders, refunds and disputes that need attention')
    .action(printStatus);
  addRefundCommand(orders);
  addCompareCommand(orders);
}

async function printOrders(options: {
  state?: OrderState;
  email?: string;
  limit: number;
}): Promise<void> {
  const found = await asOperator((operator) => findOrders(operator, options));
  printResult(found, () => {
    if (found.length === 0) console.log('There are no such orders.');
    for (const order of found) console.log(lineOf(order));
  });
}

async function printOrder(id: string): Promise<void> {
  const found = isUuid(id) ? await asOperator((operator) => findOrder(operator, id)) : undefined;
  if (!found) throw new Error(`There is no order ${oneLine(id)}`);
  printResult(found, printFound);
}

function printFound({ order, email, checkouts, refunds, disputes }: FoundOrder): void {
  console.log(lineOf(order));
  console.log(`  user ${order.userId}, ${oneLine(email)}`);
  console.log(`  ${paymentOf(order)}`);
  for (const { attempt, method, state, providerId } of checkouts) {
    console.log(`  checkout ${attempt}: ${method}, ${state}, ${oneLine(providerId ?? 'opening')}`);
  }
  if (order.returned > 0) console.log(`  ${order.returned} ${order.currency} went back in all`);
  for (const refund of refunds) console.log(`  ${refundLine(refund)}`);
  for (const { providerId, amount, state } of disputes) {
    console.log(`  dispute ${oneLine(providerId)}: ${amount} ${order.currency}, ${state}`);
  }
}

async function printStatus(): Promise<void> {
  printResult(await asOperator(countOpen), printOpen);
}

function printOpen(open: Awaited<ReturnType<typeof countOpen>>): void {
  console.log(`messages: ${open.waiting} wait, ${open.parked} are parked`);
  console.log(`orders: ${open.quarantined} are quarantined, ${open.unfulfilled} are not fulfilled`);
  console.log(`refunds: ${open.refunds} are on their way, ${open.stuck} of them need a person`);
  console.log(`disputes: ${open.disputes} are open`);
}

type EventOptions = { all: boolean; limit: number; retry?: string };

async function printEvents({ retry, ...options }: EventOptions): Promise<void> {
  if (retry !== undefined) {
    await asOperator((operator) => retryEvent(operator, retry));
    printResult({ retried: retry }, () => {
      console.log('A running server applies it now: see `orders events --all`.');
    });
    return;
  }
  printResult(await asOperator((operator) => findEvents(operator, options)), printEventLines);
}

function printEventLines(found: Awaited<ReturnType<typeof findEvents>>): void {
  if (found.length === 0) console.log('There are no such messages.');
  for (const { received, method, type, state, attempts, outcome, eventId } of found) {
    const tries = `${attempts} tries`;
    const parts = [received.toISOString(), method, type, state, tries, outcome ?? ''];
    console.log([...parts.map(oneLine), pasteable(eventId)].join('  '));
  }
}

function lineOf(order: OrderRow): string {
  const { id, created, kind, product, amount, currency, state, failure, method } = order;
  const receipt = order.receiptNumber === null ? [] : [`receipt ${order.receiptNumber}`];
  const became = failure === null ? state : `${state} (${failure})`;
  const parts = [id, created.toISOString(), kind, product, `${amount} ${currency}`, became];
  return [...parts, method ?? 'no method', ...receipt].join('  ');
}

/** Returns the payment of an order: amount, method and time; a quarantined payment may differ from the price. */
function paymentOf(order: OrderRow): string {
  const { paid, method, paymentId, currency } = order;
  if (paid === null) return 'not paid';
  const money = moneyText({ amount: paidFor(order), currency: order.paidCurrency ?? currency });
  const payment = paymentId === null ? [] : [`payment ${oneLine(paymentId)}`];
  return [`paid ${money}`, paid.toISOString(), method ?? 'no method', ...payment].join(', ');
}
