import type { Command } from 'commander';
import { exampleLimits } from '#domain/gpts/examples.ts';
import { UsageError } from '#server/errors.ts';
import { dropExamples, readExamplesOf } from '#server/services/gpts/examples/dropExamples.ts';
import { reasonOption } from '../arguments.ts';
import { asOperator } from '../operator.ts';
import { confirmed } from '../confirm.ts';
import { printResult } from '../output.ts';
import { type PublishOption, requestPublish, withPublishOption } from '../publishOption.ts';
import { oneLine, pasteable } from '../terminal.ts';

export function addExampleCommands(gpts: Command): void {
  const examples = gpts.command('examples').description('The recorded questions of GPTs');
  examples.command('list [id]').description('list the examples of a GPT, or of all').action(list);
  withPublishOption(examples.command('drop <id> <position>'))
    .description('drop an example by its number in the list, or all; no import brings it back')
    .requiredOption(...reasonOption)
    .action(drop);
}

async function list(id: string | undefined): Promise<void> {
  const rows = await asOperator(({ database }) => readExamplesOf(database.query, id));
  const places = new Map<string, number>();
  const examples = rows.map(({ gptId, source, model, day, question, answer }) => {
    const position = (places.get(gptId) ?? 0) + 1;
    places.set(gptId, position);
    return { gpt: gptId, position, source, model, date: day, question, answer };
  });
  printResult(examples, printExamples);
}

type Example = {
  gpt: string;
  position: number;
  model: string | null;
  date: string;
  question: string;
};

function printExamples(examples: readonly Example[]): void {
  if (examples.length === 0) console.log('There is no example.');
  for (const { gpt, position, model, date, question } of examples) {
    const by = model === null ? 'by the author' : `by ${oneLine(model)}`;
    const hidden = position > exampleLimits.count ? '  NOT SHOWN: a GPT shows three' : '';
    console.log(`${pasteable(gpt)}  ${position}.  ${date}  ${by}  “${oneLine(question)}”${hidden}`);
  }
}

type DropOptions = PublishOption & { reason: string };

async function drop(id: string, position: string, options: DropOptions): Promise<void> {
  const chosen = position === 'all' ? position : Number(position);
  if (chosen !== 'all' && !/^[1-9]\d?$/.test(position)) {
    throw new UsageError('The position must be a number of the list, or all');
  }
  const what = chosen === 'all' ? 'all examples' : `the example ${position}`;
  await confirmed(`This drops ${what} of ${pasteable(id)} for good.`);
  await asOperator(async (operator) => {
    const count = await dropExamples(operator, id, chosen, options.reason);
    printResult({ gpt: id, dropped: count }, () => console.log(`Dropped: ${count}.`));
    console.log(await requestPublish(operator, 'gpts examples drop', options));
  });
}
