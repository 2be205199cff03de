import type { Command } from 'commander';
import { readConfig } from '#server/config.ts';
import { setMessage, unsetMessage } from '#server/services/messages/correctMessage.ts';
import { listCorrections } from '#server/services/messages/listCorrections.ts';
import { readMessageName } from '#server/services/messages/messageName.ts';
import { type PublishOption, askBecause, withPublishOption } from './askPublish.ts';
import { asOperator } from './operator.ts';
import { oneLine } from './terminal.ts';

const messageArgument = 'area and key, such as home.more.load';

export function addI18nCommands(program: Command): void {
  const i18n = program.command('i18n').description('The texts of the interface');
  withPublishOption(i18n.command('set'))
    .argument('<language>', 'such as zh_TW')
    .argument('<message>', messageArgument)
    .argument('<text>', 'with the same {{values}} as the shipped one')
    .description('put a text in the place of a shipped one')
    .action(set);
  withPublishOption(i18n.command('unset'))
    .argument('<language>', 'such as zh_TW')
    .argument('<message>', messageArgument)
    .description('show the shipped text again')
    .action(unset);
  i18n
    .command('list')
    .description('list what is corrected; ends with status 1 when a file is wrong')
    .action(list);
}

async function set(
  language: string,
  message: string,
  text: string,
  options: PublishOption,
): Promise<void> {
  const name = readMessageName(language, message);
  await asOperator(async (operator) => {
    const before = await setMessage(operator, name, text);
    console.log(`${language} ${message} was: ${oneLine(before)}`);
    console.log(`${language} ${message} is now: ${oneLine(text)}`);
    console.log(await askBecause(operator, 'i18n set', options));
  });
}

async function unset(language: string, message: string, options: PublishOption): Promise<void> {
  const name = readMessageName(language, message);
  await asOperator(async (operator) => {
    const before = await unsetMessage(operator, name);
    console.log(`${language} ${message} is as shipped again; it was: ${oneLine(before)}`);
    console.log(await askBecause(operator, 'i18n unset', options));
  });
}

function list(): void {
  const { corrected, problems } = listCorrections(readConfig(process.env));
  if (corrected.length === 0) console.log('No message is corrected.');
  for (const { language, area, key, shipped, text } of corrected) {
    console.log(`${language} ${area}.${key}\n  shipped: ${oneLine(shipped)}\n  shown:   ${text}`);
  }
  for (const problem of problems) console.error(`Wrong: ${oneLine(problem)}`);
  if (problems.length > 0) process.exitCode = 1;
}
