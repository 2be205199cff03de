import { Argument, type Command, Option } from 'commander';
import { type ModelProvider, modelProviders } from '#domain/models/models.ts';
import { type UpstreamProvider, upstreamProviders } from '#domain/models/providers.ts';
import type { CorePlatform } from '#server/context.ts';
import { UsageError } from '#server/errors.ts';
import { addModel, removeModel } from '#server/services/models/addModel.ts';
import { orderModels } from '#server/services/models/orderModels.ts';
import type { ModelChange } from '#server/services/models/readChange.ts';
import { readSettings, servedModels } from '#server/services/models/readSettings.ts';
import { hideModel, mapModel, resetModel, setModel } from '#server/services/models/setModel.ts';
import { reasonOption, wholeNumber } from '../arguments.ts';
import { withPublishOption } from '../publishOption.ts';
import { confirmed } from '../confirm.ts';
import { oneLine } from '../terminal.ts';
import { type ChangeOptions, change } from './changeModels.ts';

type ModelOptions = ChangeOptions & {
  title?: string;
  group?: string;
  price?: number;
  maxInput?: number;
  step?: number;
  maxOutput?: number;
  tip?: Record<string, string | null>;
};
type AddOptions = ModelOptions & {
  title: string;
  group: string;
  provider: ModelProvider;
  upstream: string;
};

/** Adds the commands that change the catalogue. Each writes a row to `audit_entry` and applies from the next question on. */
export function addModelChangeCommands(models: Command): void {
  withModelOptions(command(models, 'set'))
    .argument('<id>', 'as the list names it')
    .description('change the price, title, group, limits and tips of a model')
    .action(set);
  withModelOptions(command(models, 'add'), true)
    .argument('<id>', 'lower-case letters and digits; it is part of URLs')
    .description('add a text model')
    .addOption(providerOption().makeOptionMandatory())
    .requiredOption('--upstream <name>', 'what the provider calls it')
    .action(add);
  command(models, 'remove')
    .argument('<id>')
    .description('remove a model that was added here')
    .action(remove);
  command(models, 'hide')
    .argument('<id>')
    .description('hide a model from the list; GPTs that use it still work')
    .action((id: string, options: ChangeOptions) => hide(id, true, options));
  command(models, 'show')
    .argument('<id>')
    .description('show a hidden model again')
    .action((id: string, options: ChangeOptions) => hide(id, false, options));
  command(models, 'map')
    .argument('<id>')
    .addArgument(new Argument('[provider]').choices(upstreamProviders))
    .argument('[upstream]', 'what the provider calls it')
    .description('choose the provider and the upstream model of a model')
    .option('--default', 'use the built-in mapping again', false)
    .action(map);
  command(models, 'reset')
    .argument('<id>')
    .description('undo all changes of a built-in model')
    .action(reset);
  command(models, 'order')
    .argument('[ids...]', 'the first models, in this order')
    .description('choose the order of the catalogue')
    .option('--reset', 'restore the built-in order', false)
    .action(order);
}

function command(models: Command, name: string): Command {
  return withPublishOption(models.command(name)).option(...reasonOption);
}

function withModelOptions(models: Command, isNew = false): Command {
  const option = (flags: string, description: string) =>
    new Option(flags, description).makeOptionMandatory(isNew);
  return models
    .addOption(option('--title <text>', 'its title'))
    .addOption(option('--group <group>', 'openai, claude or llama; only for added models'))
    .addOption(
      new Option(
        '--price <credits>',
        'credits for one question; of an added model by default by rule',
      ).argParser(wholeNumber('price')),
    )
    .option('--max-input <tokens>', 'maximal tokens of the input', wholeNumber('max-input'))
    .option(
      '--step <tokens>',
      'input tokens that the price buys; a longer question costs it again for each further step',
      wholeNumber('step'),
    )
    .option('--max-output <tokens>', 'maximal tokens of the answer', wholeNumber('max-output'))
    .option(
      '--tip <language=text>',
      'repeat for each language; an empty text removes it',
      collectTip,
    );
}

function providerOption(): Option {
  return new Option('--provider <name>', 'the provider').choices(modelProviders);
}

async function set(id: string, options: ModelOptions): Promise<void> {
  await change('models set', options, (operator) => setModel(operator, id, changeOf(options)));
}

async function add(id: string, options: AddOptions): Promise<void> {
  const { title, group, provider, upstream } = options;
  await change('models add', options, (operator) => {
    warnIfNotConnected(operator, provider);
    const fields = { ...changeOf(options), title, group };
    return addModel(operator, id, fields, { provider, upstream });
  });
}

async function remove(id: string, options: ChangeOptions): Promise<void> {
  await confirmed(`This removes the model ${oneLine(id)}.`);
  await change('models remove', options, async (operator) => {
    await removeModel(operator, id);
    return { value: { id, state: 'removed' }, sentence: `${id} is removed.` };
  });
}

async function hide(id: string, hidden: boolean, options: ChangeOptions): Promise<void> {
  const by = hidden ? 'models hide' : 'models show';
  await change(by, options, (operator) => hideModel(operator, id, hidden));
}

async function map(
  id: string,
  provider: UpstreamProvider | undefined,
  upstream: string | undefined,
  options: ChangeOptions & { default: boolean },
): Promise<void> {
  if (options.default === (provider !== undefined)) {
    throw new UsageError('Name a provider and a model there, or say --default');
  }
  if (provider !== undefined && upstream === undefined) {
    throw new UsageError(`Name the model, too, as ${provider} calls it`);
  }
  await change('models map', options, (operator) => {
    if (provider === undefined || upstream === undefined) {
      return mapModel(operator, id, undefined);
    }
    warnIfNotConnected(operator, provider);
    return mapModel(operator, id, { provider, upstream });
  });
}

async function reset(id: string, options: ChangeOptions): Promise<void> {
  await confirmed(`This undoes all changes of the model ${oneLine(id)}.`);
  await change('models reset', options, (operator) => resetModel(operator, id));
}

async function order(ids: string[], options: ChangeOptions & { reset: boolean }): Promise<void> {
  if (options.reset === ids.length > 0)
    throw new UsageError('Name models in their order, or --reset');
  await change('models order', options, async (operator) => {
    await orderModels(operator, ids);
    const models = servedModels(await readSettings(operator.database.query));
    const order = models.map((model) => model.id);
    return { value: { order }, sentence: order.join('\n') };
  });
}

function warnIfNotConnected({ config }: CorePlatform, provider: UpstreamProvider): void {
  const connected = [...config.providers, ...config.media.providers];
  if (connected.some(({ name }) => name === provider)) return;
  console.error(`${provider} is not connected here: see docs/operating/models.md.`);
}

function changeOf(options: ModelOptions): ModelChange {
  const { title, group, price, maxInput, step, maxOutput, tip } = options;
  const tokens = { maxInputTokens: maxInput, stepTokens: step, maxOutputTokens: maxOutput };
  return { title, group, price, ...tokens, tips: tip };
}

function collectTip(
  text: string,
  earlier: Record<string, string | null> = {},
): Record<string, string | null> {
  const [, language, tip] = /^(\w+)=(.*)$/s.exec(text) ?? [];
  if (language === undefined || tip === undefined) {
    throw new Error(
      '--tip must be a language, an equals sign and a text, such as en=Good at maths',
    );
  }
  return { ...earlier, [language]: tip.trim() === '' ? null : tip };
}
