import { Argument, type Command } from 'commander';
import { dayOf } from '#domain/dates.ts';
import { cappedProviders } from '#domain/models/providers.ts';
import { UsageError } from '#server/errors.ts';
import { readCosts } from '#server/services/upstreamPrices/readCosts.ts';
import { setCap } from '#server/services/upstreamPrices/setCap.ts';
import { readSpending } from '#server/services/costs/spending.ts';
import { unpricedUpstreams } from '#server/services/costs/unpricedUpstreams.ts';
import { reasonOption } from '../arguments.ts';
import { asOperator } from '../operator.ts';
import { printResult } from '../output.ts';
import { oneLine } from '../terminal.ts';

type Options = { dollars?: number; none: boolean; reason?: string };

export function addModelCapCommand(models: Command): void {
  models
    .command('cap')
    .addArgument(new Argument('[provider]', 'default: all').choices(cappedProviders))
    .description(
      'list or set the daily spending limit of a provider (UTC); above it, its models are unavailable until the next day',
    )
    .option('--dollars <number>', 'the limit of a day; 0 disables the provider', toMicros)
    .option('--none', 'remove the limit', false)
    .option(...reasonOption)
    .action(cap);
}

async function cap(provider: string | undefined, options: Options): Promise<void> {
  const { dollars, none, reason } = options;
  if (provider === undefined) return list();
  if (none === (dollars !== undefined)) throw new UsageError('Say either --dollars or --none');
  if (reason === undefined) throw new UsageError('--reason is missing: it goes into the record');
  const unpriced = await asOperator(async (operator) => {
    await setCap(operator, provider, dollars ?? null, reason);
    return none ? [] : unpricedUpstreams(operator, provider);
  });
  const most =
    dollars === undefined ? 'without a cap' : `at most $${(dollars / 1_000_000).toFixed(2)}`;
  printResult({ provider, daily: dollars ?? null, unpriced }, () => {
    console.log(`${provider}: ${most} a day (UTC), from now on.`);
    for (const upstream of unpriced) console.log(unpricedLine(oneLine(upstream)));
  });
}

function unpricedLine(name: string): string {
  return `${name} has no known price and is refused while there is a cap: dolores prices set ${name} …`;
}

async function list(): Promise<void> {
  const { caps, spent } = await asOperator(async ({ database, now }) => ({
    caps: (await readCosts(database.query)).caps,
    spent: await readSpending(database.query, now()),
  }));
  const rows = [...new Set([...caps.keys(), ...spent.keys()])].toSorted().map((provider) => ({
    provider,
    daily: caps.get(provider) ?? null,
    spent: spent.get(provider) ?? 0,
  }));
  printResult({ day: dayOf(new Date()), providers: rows }, printCaps);
}

type CapRow = { provider: string; daily: number | null; spent: number };

function printCaps({ providers: rows }: { providers: readonly CapRow[] }): void {
  if (rows.length === 0) console.log('There is no cap, and nothing was spent today.');
  for (const { provider, daily, spent: today } of rows) {
    const of = daily === null ? 'no cap' : `of $${(daily / 1_000_000).toFixed(2)}`;
    const pausedNote = daily !== null && today >= daily ? '  RESTS until tomorrow' : '';
    console.log(
      `${oneLine(provider)}  $${(today / 1_000_000).toFixed(4)} today  ${of}${pausedNote}`,
    );
  }
}

function toMicros(text: string): number {
  if (/^\d{1,7}(\.\d{1,6})?$/.test(text)) return Math.round(Number(text) * 1_000_000);
  throw new Error('--dollars must be an amount, such as 50 or 12.50');
}
