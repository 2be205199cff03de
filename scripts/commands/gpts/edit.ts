import { Argument, type Command } from 'commander';
import { type Visibility, visibilities } from '#domain/gpts/gpts.ts';
import type { CorePlatform } from '#server/context.ts';
import { type FieldText, editGpt } from '#server/services/gpts/editGpt.ts';
import { hideGpt, removeGpt, setVisibility, showGpt } from '#server/services/gpts/withdrawGpt.ts';
import { reasonOption } from '../arguments.ts';
import { type PublishOption, requestPublish, withPublishOption } from '../publishOption.ts';
import { confirmed } from '../confirm.ts';
import { asOperator } from '../operator.ts';
import { printResult } from '../output.ts';
import { pasteable } from '../terminal.ts';

/** Adds the commands that change one GPT. Each writes a row to `audit_entry`. */
export function addEditCommands(gpts: Command): void {
  withPublishOption(gpts.command('edit <id>'))
    .description('change fields of a GPT, by the rules of the import; lists as JSON or split by |')
    .requiredOption(
      '--set <field=value>',
      'repeat for each field; an empty value means unknown',
      collect,
    )
    .action(edit);
  withPublishOption(gpts.command('hide <id>'))
    .description('hide a GPT, and close reports about it')
    .requiredOption(...reasonOption)
    .action(hide);
  withPublishOption(gpts.command('show <id>'))
    .description('show a hidden GPT again')
    .action((id: string, options: PublishOption) =>
      change('gpts show', options, async (operator) => {
        await showGpt(operator, id);
        return { value: { gpt: id, state: 'shown' }, sentence: 'Shown again.' };
      }),
    );
  withPublishOption(gpts.command('remove <id>'))
    .description('remove a GPT for good: its page answers 410, and no import brings it back')
    .requiredOption(...reasonOption)
    .action(remove);
  withPublishOption(gpts.command('visibility'))
    .argument('<id>')
    .addArgument(new Argument('<visibility>').choices(visibilities))
    .description('set who can see a GPT: everybody, people with its link, or nobody')
    .action((id: string, visibility: Visibility, options: PublishOption) =>
      change('gpts visibility', options, async (operator) => {
        await setVisibility(operator, id, visibility);
        return { value: { gpt: id, visibility }, sentence: `It is ${visibility} now.` };
      }),
    );
}

type WithReason = PublishOption & { reason: string };

async function edit(id: string, options: PublishOption & { set: FieldText[] }): Promise<void> {
  await change('gpts edit', options, async ({ database }) => {
    const isChanged = await editGpt(database, id, options.set);
    const fields = options.set.map(({ field }) => field);
    const sentence = isChanged
      ? 'Changed.'
      : 'Nothing changed: the fields have these values already.';
    return { value: { gpt: id, fields, isChanged }, sentence };
  });
}

async function hide(id: string, options: WithReason): Promise<void> {
  await change('gpts hide', options, async (operator) => {
    const { closedReports } = await hideGpt(operator, id, options.reason);
    const sentence = `Hidden. Reports about it that this closed: ${closedReports}.`;
    return { value: { gpt: id, state: 'hidden', closedReports }, sentence };
  });
}

async function remove(id: string, options: WithReason): Promise<void> {
  await confirmed(`This removes the GPT ${pasteable(id)} for good.`);
  await change('gpts remove', options, async (operator) => {
    const { closedReports } = await removeGpt(operator, id, options.reason);
    const sentence = `Removed. Reports about it that this closed: ${closedReports}.`;
    return { value: { gpt: id, state: 'removed', closedReports }, sentence };
  });
}

/** A change of a GPT: its value for `--json`, and the sentence for the terminal. */
type Changed = {
  value: { gpt: string; isChanged?: boolean; [field: string]: unknown };
  sentence: string;
};

/** Makes a change, prints it, and requests a publish unless nothing changed. */
async function change(
  by: string,
  options: PublishOption,
  work: (operator: CorePlatform) => Promise<Changed>,
): Promise<void> {
  await asOperator(async (operator) => {
    const { value, sentence } = await work(operator);
    printResult(value, () => console.log(sentence));
    if (value.isChanged === false) return;
    console.log(await requestPublish(operator, by, options));
  });
}

function collect(text: string, earlier: readonly FieldText[] = []): FieldText[] {
  const [, field, value] = /^([a-z_]+)=(.*)$/s.exec(text) ?? [];
  if (field === undefined || value === undefined) {
    throw new Error('--set must be a field, an equals sign and a value, such as name=Story Coach');
  }
  return [...earlier, { field, text: value }];
}
