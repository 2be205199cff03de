import { Argument, type Command } from 'commander';
import { type Visibility, visibilities } from '#domain/gpts.ts';
import { type FieldText, editGpt } from '#server/services/gpts/editGpt.ts';
import { hideGpt, removeGpt, setVisibility, showGpt } from '#server/services/gpts/withdrawGpt.ts';
import { asOperator } from '../operator.ts';
import { words } from '../terminal.ts';

const publishHint = 'Publish the site to show the change: npm run publish-site';

/** Commands that change one GPT; each leaves a row in `audit_entry`. */
export function addEditCommands(gpts: Command): void {
  const reason = ['--reason <text>', 'why, for the record', words('reason')] as const;
  gpts
    .command('edit <id>')
    .description('change fields of a GPT, by the rules of the import; lists as JSON or split by |')
    .requiredOption(
      '--set <field=value>',
      'again for each field; no value makes it unknown',
      collect,
    )
    .action(edit);
  gpts
    .command('hide <id>')
    .description('take a GPT out of public view, and close reports about it')
    .requiredOption(...reason)
    .action(hide);
  gpts
    .command('show <id>')
    .description('bring a hidden GPT back')
    .action(async (id: string) => {
      await asOperator((operator) => showGpt(operator, id));
      console.log(`Shown again. ${publishHint}`);
    });
  gpts
    .command('remove <id>')
    .description('remove a GPT for good: its page answers 410, and no import brings it back')
    .requiredOption(...reason)
    .action(remove);
  gpts
    .command('visibility')
    .argument('<id>')
    .addArgument(new Argument('<visibility>').choices(visibilities))
    .description('say who may see a GPT: everybody, who has its link, or nobody')
    .action(async (id: string, visibility: Visibility) => {
      await asOperator((operator) => setVisibility(operator, id, visibility));
      console.log(`It is ${visibility} now. ${publishHint}`);
    });
}

async function edit(id: string, { set }: { set: FieldText[] }): Promise<void> {
  const isChanged = await asOperator(({ database }) => editGpt(database, id, set));
  console.log(isChanged ? `Changed. ${publishHint}` : 'It says so already.');
}

async function hide(id: string, { reason }: { reason: string }): Promise<void> {
  const { closedReports } = await asOperator((operator) => hideGpt(operator, id, reason));
  console.log(`Hidden. Reports about it that this closed: ${closedReports}. ${publishHint}`);
}

async function remove(id: string, { reason }: { reason: string }): Promise<void> {
  const { closedReports } = await asOperator((operator) => removeGpt(operator, id, reason));
  console.log(`Removed. Reports about it that this closed: ${closedReports}. ${publishHint}`);
}

function collect(text: string, earlier: readonly FieldText[] = []): FieldText[] {
  const [, field, value] = /^([a-z_]+)=(.*)$/s.exec(text) ?? [];
  if (field === undefined || value === undefined) {
    throw new Error('--set must be a field, an equals sign and a value, such as name=Story Coach');
  }
  return [...earlier, { field, text: value }];
}
