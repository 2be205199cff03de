import type { Command } from 'commander';
import { readCorrections } from '#i18n/corrections.ts';
import { checkMessages, checkText } from '../messages/checkMessages.ts';
import { setMessage, unsetMessage } from '#server/services/messages/correctMessage.ts';
import { operatorFolders } from '#server/operatorFolders.ts';
import { listCorrections } from '#server/services/messages/listCorrections.ts';
import { readMessageName } from '#server/services/messages/messageName.ts';
import { type PublishOption, requestPublish, withPublishOption } from './publishOption.ts';
import { asOperator, folderConfig } from './operator.ts';
import { printResult } from './output.ts';
import { oneLine, plainLine } from './terminal.ts';

const messageArgument = 'area and key, such as home.more.load';

export function addI18nCommands(program: Command): void {
  const i18n = program.command('i18n').description('The texts of the interface');
  withPublishOption(i18n.command('set'))
    .argument('<language>', 'such as zh_TW')
    .argument('<message>', messageArgument)
    .argument('<text>', 'with the same {{values}} as the shipped one')
    .description('replace a shipped text')
    .action(set);
  withPublishOption(i18n.command('unset'))
    .argument('<language>', 'such as zh_TW')
    .argument('<message>', messageArgument)
    .description('show the shipped text again')
    .action(unset);
  i18n
    .command('list')
    .description('list corrected texts; exits with status 1 if a file is wrong')
    .action(list);
  i18n
    .command('check')
    .description('check the texts; exits with status 1 if there are problems')
    .action(check);
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
    const problems = checkText(name.language, message, text).map(({ problem }) => problem);
    printResult({ language, message, before, text, problems }, () => {
      console.log(`${language} ${message} was: ${oneLine(before)}`);
      console.log(`${language} ${message} is now: ${oneLine(text)}`);
      for (const problem of problems) console.log(`  but it ${problem}`);
    });
    console.log(await requestPublish(operator, 'i18n set', options));
  });
}

async function unset(language: string, message: string, options: PublishOption): Promise<void> {
  const name = readMessageName(language, message);
  await asOperator(async (operator) => {
    const before = await unsetMessage(operator, name);
    printResult({ language, message, before }, () => {
      console.log(`${language} ${message} is as shipped again; it was: ${oneLine(before)}`);
    });
    console.log(await requestPublish(operator, 'i18n unset', options));
  });
}

function list(): void {
  const { corrected, problems, ignored } = listCorrections(folderConfig());
  printResult(corrected, () => {
    if (corrected.length === 0) console.log('No message is corrected.');
    for (const { language, area, key, shipped, text } of corrected) {
      console.log(`${language} ${oneLine(`${area}.${key}`)}`);
      console.log(`  shipped: ${oneLine(shipped)}\n  shown:   ${plainLine(text)}`);
    }
  });
  for (const sentence of ignored) console.error(`Ignored: ${oneLine(sentence)}`);
  for (const problem of problems) console.error(`Wrong: ${oneLine(problem)}`);
  if (problems.length > 0) process.exitCode = 1;
}

function check(): void {
  const { messages: folder } = operatorFolders(folderConfig());
  const findings = checkMessages(readCorrections(folder));
  if (findings.length > 0) process.exitCode = 1;
  printResult(findings, printFindings);
}

function printFindings(findings: ReturnType<typeof checkMessages>): void {
  for (const { kind, language, message, problem } of findings) {
    console.log(`${[kind, language, message].filter(Boolean).join(' ')} ${oneLine(problem)}`);
  }
  console.log(
    findings.length === 0
      ? 'Nothing is wrong with the messages.'
      : `Findings: ${findings.length}. See docs/translating.md.`,
  );
}
