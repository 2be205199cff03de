import type { Command } from 'commander';
import { type OrderState, orderStates } from '#domain/orders.ts';
import type { OrderRow } from '#server/services/orders/order.ts';
import { findEvents, findOrder, findOrders } from '#server/services/orders/findOrders.ts';
import { asOperator, wholeNumber } from './operator.ts';
import { oneLine } from './terminal.ts';

export function addOrderCommands(program: Command): void {
  const orders = program.command('orders').description('Orders, and messages of payment providers');
  orders
    .command('list')
    .description('list orders, the newest first')
    .option('--state <state>', `only in one state: ${orderStates.join(', ')}`, toState)
    .option('--limit <number>', 'how many', wholeNumber('limit'), 50)
    .action(printOrders);
  orders
    .command('show')
    .argument('<id>', 'the id of an order')
    .description('show an order with its checkouts')
    .action(printOrder);
  orders
    .command('events')
    .description('list messages of providers that wait or are parked')
    .option('--all', 'applied and ignored ones, too', false)
    .option('--limit <number>', 'how many', wholeNumber('limit'), 50)
    .action(printEvents);
}

/** Throws a sentence that lists the states for any other text. */
function toState(text: string): OrderState {
  const state = orderStates.find((known) => known === text);
  if (state !== undefined) return state;
  throw new Error(`--state must be one of ${orderStates.join(', ')}`);
}

async function printOrders(options: { state?: OrderState; limit: number }): Promise<void> {
  const found = await asOperator(({ database }) => findOrders(database, options));
  if (found.length === 0) console.log('There are no such orders.');
  for (const order of found) console.log(lineOf(order));
}

async function printOrder(id: string): Promise<void> {
  const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id);
  const found = isId ? await asOperator(({ database }) => findOrder(database, id)) : undefined;
  if (!found) throw new Error(`There is no order ${oneLine(id)}`);
  const { order, checkouts } = found;
  console.log(lineOf(order));
  console.log(`  user ${order.userId}`);
  for (const { attempt, method, state, providerId } of checkouts) {
    console.log(`  checkout ${attempt}: ${method}, ${state}, ${oneLine(providerId ?? 'opening')}`);
  }
  if (order.paymentId !== null) console.log(`  payment ${oneLine(order.paymentId)}`);
}

async function printEvents(options: { all: boolean; limit: number }): Promise<void> {
  const found = await asOperator(({ database }) => findEvents(database, options));
  if (found.length === 0) console.log('There are no such messages.');
  for (const { received, method, type, state, attempts, outcome, eventId } of found) {
    const tries = `${attempts} tries`;
    const parts = [received.toISOString(), method, type, state, tries, outcome ?? '', eventId];
    console.log(parts.map(oneLine).join('  '));
  }
}

function lineOf(order: OrderRow): string {
  const { id, created, kind, product, amount, currency, state, failure, method } = order;
  const receipt = order.receiptNumber === null ? [] : [`receipt ${order.receiptNumber}`];
  const became = failure === null ? state : `${state} (${failure})`;
  const parts = [id, created.toISOString(), kind, product, `${amount} ${currency}`, became];
  return [...parts, method ?? 'no method', ...receipt].join('  ');
}
