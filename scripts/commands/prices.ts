import type { Command } from 'commander';
import { dayOf } from '#domain/dates.ts';
import { type CheckedPrice, failsCheck, worstFactor } from '#domain/costs/priceCheck.ts';
import { UsageError } from '#server/errors.ts';
import { checkPrices } from '#server/services/costs/checkPrices.ts';
import { type MediaPrice } from '#domain/costs/upstreamPrices.ts';
import { readCosts } from '#server/services/upstreamPrices/readCosts.ts';
import { setMediaPrice } from '#server/services/upstreamPrices/setMediaPrice.ts';
import { setUpstreamPrice } from '#server/services/upstreamPrices/setUpstreamPrice.ts';
import { reasonOption } from './arguments.ts';
import { withModels } from './models/withModels.ts';
import { asOperator } from './operator.ts';
import { printResult } from './output.ts';
import { oneLine } from './terminal.ts';

export function addPricesCommands(program: Command): void {
  const prices = program.command('prices').description('Prices of providers, compared with ours');
  prices
    .command('check')
    .description(
      `compare the price of every model with the cost of a typical and of the most expensive question; exits with status 1 if one loses money or costs over ${worstFactor} times its price at worst`,
    )
    .action(check);
  prices
    .command('list')
    .description(
      'list the prices of providers, per million tokens or per picture, song and video, with their start dates',
    )
    .action(list);
  prices
    .command('set')
    .argument('<upstream>', 'provider/model, as “models list” prints it')
    .option('--input <dollars>', 'price of a million input tokens', toMicros('input'))
    .option('--output <dollars>', 'price of a million output tokens', toMicros('output'))
    .option(
      '--each <dollars>',
      'price of a picture, an order of music or a second of video, at its highest',
      toMicros('each'),
    )
    .option('--from <day>', 'YYYY-MM-DD (UTC; default: today)')
    .option(...reasonOption)
    .description('set the price of an upstream model: of its tokens, or of what it makes')
    .action(set);
}

async function check(): Promise<void> {
  const checked = await withModels(checkPrices);
  if (checked.some(failsCheck)) process.exitCode = 1;
  printResult(checked, () => {
    for (const one of checked) console.log(sentenceOf(one));
  });
}

function sentenceOf(checked: CheckedPrice) {
  const { model, upstream, credits, value, cost, basis, loses, isExcessive, waiver } = checked;
  const who = upstream === null ? 'nobody answers' : oneLine(upstream);
  const brings = `${credits} ${credits === 1 ? 'credit brings' : 'credits bring'} ${dollars(value)}`;
  const costs = cost === null ? 'no price is known' : `a question costs ${dollars(cost)}`;
  const by = basis === 'seen' ? ' (answers of 30 days)' : '';
  const why = (loses || isExcessive) && waiver !== null ? `: ${waiver}` : '';
  return `${verdictOf(checked).padEnd(8)}${model} (${who}): ${brings}, ${costs}${by}${worstOf(checked)}${why}`;
}

function verdictOf({ cost, loses, isExcessive, waiver }: CheckedPrice): string {
  if ((loses || isExcessive) && waiver !== null) return 'waived';
  if (loses) return 'LOSES';
  if (isExcessive) return 'EXCEEDS';
  return cost === null ? 'unknown' : 'ok';
}

function worstOf({ credits, worst }: CheckedPrice): string {
  if (worst === null) return '';
  const times = (worst.cost / worst.value).toFixed(1);
  const paid = worst.credits === credits ? '' : ` for ${worst.credits} credits`;
  return `, at worst ${dollars(worst.cost)}${paid} (${times} of at most ${worstFactor} times its price)`;
}

async function list(): Promise<void> {
  const { prices, mediaPrices } = await asOperator(({ database }) => readCosts(database.query));
  printResult([...prices, ...mediaPrices], () => {
    for (const { upstream, from, input, output } of prices) {
      console.log(`${from}  ${oneLine(upstream)}  ${dollars(input)} in, ${dollars(output)} out`);
    }
    for (const price of mediaPrices) {
      console.log(`${price.from}  ${oneLine(price.upstream)}  ${mediaSentence(price)}`);
    }
  });
}

function mediaSentence(price: MediaPrice): string {
  switch (price.kind) {
    case 'picture': {
      const { low, medium, high } = price.picture;
      return `${dollars(low.square)}, ${dollars(medium.square)}, ${dollars(high.square)} a picture (low, medium, high)`;
    }
    case 'music':
      return `${dollars(price.song * price.songs)} an order of ${price.songs} songs`;
    case 'video':
      return `${dollars(price.video[5])} for 5 seconds, ${dollars(price.video[10])} for 10 (${price.resolution})`;
    case 'each':
      return `${dollars(price.each)} each (a second, if it is video)`;
  }
}

type SetOptions = { input?: number; output?: number; each?: number; from?: string };

async function set(upstream: string, { input, output, each, from }: SetOptions): Promise<void> {
  const day = from ?? dayOf(new Date());
  if (each !== undefined && input === undefined && output === undefined) {
    await asOperator((operator) => setMediaPrice(operator, { upstream, from: day, each }));
    printResult({ upstream, from: day, each }, () => {
      console.log(`${oneLine(upstream)} takes ${dollars(each)} each from ${day} on.`);
    });
    return;
  }
  if (each !== undefined || input === undefined || output === undefined) {
    throw new UsageError('Say --input and --output, or --each for pictures, music and videos');
  }
  await asOperator((operator) =>
    setUpstreamPrice(operator, { upstream, from: day, input, output }),
  );
  printResult({ upstream, from: day, input, output }, () => {
    const prices = `${dollars(input)} in and ${dollars(output)} out for a million tokens`;
    console.log(`${oneLine(upstream)} takes ${prices} from ${day} on.`);
  });
}

/** Formats micro-USD as dollars, with 2 to 6 decimals as needed. */
function dollars(micros: number): string {
  return `$${(micros / 1_000_000).toFixed(6).replace(/(\.\d\d\d*?)0+$/, '$1')}`;
}

function toMicros(name: string): (text: string) => number {
  return (text) => {
    if (/^\d{1,5}(\.\d{1,6})?$/.test(text)) return Math.round(Number(text) * 1_000_000);
    throw new Error(`--${name} must be dollars, such as 0.15`);
  };
}
