import type { Command } from 'commander';
import type { CorePlatform } from '#server/context.ts';
import { UsageError } from '#server/errors.ts';
import type { ServedModel } from '#server/services/models/readSettings.ts';
import { listPrices } from '#server/services/models/listPrices.ts';
import { cancelPrice, schedulePrice } from '#server/services/models/schedulePrice.ts';
import { setModel } from '#server/services/models/setModel.ts';
import { reasonOption, wholeNumber } from '../arguments.ts';
import { withPublishOption } from '../publishOption.ts';
import { asOperator } from '../operator.ts';
import { printResult } from '../output.ts';
import { oneLine } from '../terminal.ts';
import { type ChangeOptions, change } from './changeModels.ts';

type Options = ChangeOptions & {
  credits?: number;
  from?: Date;
  reason: string;
  cancel: boolean;
};

/** Adds the commands for prices and the times from which they apply. Each change writes a row to `audit_entry`. */
export function addModelPriceCommands(models: Command): void {
  withPublishOption(models.command('price'))
    .argument('<id>', 'as the list names it')
    .description(
      'change the price of a question, now or at a later time; questions already asked keep their price',
    )
    .option('--credits <number>', 'credits for one question', wholeNumber('credits'))
    .option('--from <moment>', 'UTC, such as 2026-12-01T00:00Z (default: now)', toMoment)
    .requiredOption(...reasonOption)
    .option('--cancel', 'cancel the price that would start at --from', false)
    .action(setPrice);
  models
    .command('prices')
    .argument('[id]', 'only of this model')
    .description('list past and coming prices')
    .action(printPrices);
}

async function setPrice(id: string, options: Options): Promise<void> {
  const { credits, from, cancel } = options;
  if (cancel === (credits !== undefined)) throw new UsageError('Say either --credits or --cancel');
  if (cancel && from === undefined)
    throw new UsageError('--cancel needs --from: which price is it?');
  await change('models price', options, (operator) => changePrice(operator, id, options));
}

function changePrice(
  operator: CorePlatform,
  id: string,
  { credits, from, reason }: Options,
): Promise<ServedModel> {
  if (credits === undefined)
    return cancelPrice(operator, { model: id, from: from ?? new Date(), reason });
  if (from === undefined) return setModel(operator, id, { price: credits }, reason);
  return schedulePrice(operator, { model: id, price: credits, from, reason });
}

async function printPrices(id: string | undefined): Promise<void> {
  const prices = await asOperator((operator) => listPrices(operator, id));
  printResult(prices, printList);
}

function printList(prices: Awaited<ReturnType<typeof listPrices>>): void {
  if (prices.length === 0) console.log('No price was ever changed: all are as shipped.');
  const now = new Date();
  for (const { model, price, starts, withdrawn, reason } of prices) {
    const state = withdrawn !== null ? 'taken back' : starts > now ? 'coming' : 'counted';
    console.log(
      [starts.toISOString(), model, `${price} credits`, state, oneLine(reason)].join('  '),
    );
  }
}

/** Reads a minute in UTC. */
function toMoment(text: string): Date {
  const moment = new Date(text);
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}Z$/.test(text) && !Number.isNaN(moment.getTime()))
    return moment;
  throw new Error('--from must be a minute in UTC, such as 2026-12-01T00:00Z');
}
