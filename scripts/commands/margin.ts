import type { Command } from 'commander';
import { type Day, addDays, dayOf } from '#domain/dates.ts';
import { UsageError } from '#server/errors.ts';
import { type ModelMargin, reportMargin } from '#server/services/costs/reportMargin.ts';
import { toDay } from './arguments.ts';
import { asOperator } from './operator.ts';
import { printResult } from './output.ts';
import { oneLine, printTable } from './terminal.ts';

type Options = { from?: Day; to?: Day };

const usualDays = 30;

const columns = [
  'model',
  'charged',
  'credits',
  'sold',
  'value',
  'cost',
  'free',
  'their cost',
  'margin',
];

export function addMarginCommand(ledger: Command): void {
  ledger
    .command('margin')
    .description('list revenue and cost of each model; credits are valued at their selling price')
    .option('--from <day>', 'first day (UTC; default: 30 days ago)', toDay('from'))
    .option('--to <day>', 'last day (UTC; default: today)', toDay('to'))
    .action(margin);
}

async function margin({ from, to = dayOf(new Date()) }: Options): Promise<void> {
  const first = from ?? addDays(to, 1 - usualDays);
  if (first > to) throw new UsageError('--from must not be after --to');
  const span = { from: instantOf(first), to: instantOf(addDays(to, 1)) };
  const models = await asOperator((operator) => reportMargin(operator, span));
  printResult({ from: first, to, models }, printMargin);
}

function printMargin({ from, to, models }: { from: Day; to: Day; models: ModelMargin[] }): void {
  console.log(`Answers that ended from ${from} to ${to} (UTC)`);
  if (models.length === 0) return console.log('There are none.');
  const all = totalOf(models);
  printTable([columns, ...[...models, all].map(cellsOf)], 1);
  const { unknown, estimated } = all;
  if (unknown > 0) console.log(`Answers of unknown cost: ${unknown}. Say it: dolores prices set`);
  if (estimated > 0) console.log(`Answers with estimated tokens: ${estimated}`);
}

function totalOf(models: readonly ModelMargin[]): ModelMargin {
  const sum = (pick: (model: ModelMargin) => number) =>
    models.reduce((all, model) => all + pick(model), 0);
  return {
    model: 'all',
    isGpt: false,
    questions: sum(({ questions }) => questions),
    credits: sum(({ credits }) => credits),
    sold: sum(({ sold }) => sold),
    value: sum(({ value }) => value),
    cost: sum(({ cost }) => cost),
    free: { answers: sum(({ free }) => free.answers), cost: sum(({ free }) => free.cost) },
    unknown: sum(({ unknown }) => unknown),
    estimated: sum(({ estimated }) => estimated),
    margin: sum(({ margin: left }) => left),
  };
}

function cellsOf(model: ModelMargin): string[] {
  const { isGpt, value, cost, free, margin: left } = model;
  const name = isGpt ? `GPTs by ${oneLine(model.model)}` : oneLine(model.model);
  const counts = [model.questions, model.credits, model.sold].map(String);
  const money = [value, cost].map(dollars);
  return [name, ...counts, ...money, `${free.answers}`, dollars(free.cost), dollars(left)];
}

function dollars(micros: number): string {
  return `${micros < 0 ? '-' : ''}$${(Math.abs(micros) / 1_000_000).toFixed(4)}`;
}

function instantOf(day: Day): Date {
  return new Date(`${day}T00:00:00Z`);
}
