import { Argument, type Command } from 'commander';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OperatorCommand } from '../../../scripts/commands/operatorCommand.ts';
import { operatorProgram } from '../../../scripts/commands/program.ts';

type Parsed = { values: string[]; reason?: string; all?: true; error?: string };

/** Parses the arguments of a command with two values, one of them optional, and two options. */
function parse(args: readonly string[], read?: (text: string) => string): Parsed {
  const id = new Argument('<id>');
  if (read) id.argParser(read);
  const parsed: Parsed = { values: [] };
  const program = new OperatorCommand('program')
    .exitOverride()
    .configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
  program
    .command('group')
    .command('work')
    .addArgument(id)
    .argument('[second]')
    .option('--reason <text>')
    .option('--all')
    .action((id: string, second: string | undefined, options: Partial<Parsed>) => {
      Object.assign(parsed, options);
      parsed.values = second === undefined ? [id] : [id, second];
    });
  try {
    program.parse(['group', 'work', ...args], { from: 'user' });
  } catch (error) {
    parsed.error = String(error);
  }
  return parsed;
}

/** Ids of shared links, and other ids, that begin with “-”. */
const dashed = fc
  .oneof(
    fc.stringMatching(/^-[\w-]{21}$/),
    fc.stringMatching(/^--?[^\p{Letter}]\P{C}{1,20}$/u),
    fc.stringMatching(/^-[\w.]{1,40}@[a-z]{2,10}\.org$/),
  )
  .filter((id) => id !== '--' && !/^(-[a-z]|--[a-z]+(-[a-z]+)*(=.*)?)$/is.test(id))
  .filter((id) => !'--all'.startsWith(`-${id}`) && !'--reason'.startsWith(`-${id}`))
  .filter((id) => !/^-(all?|r[eason]*)=/.test(id));

describe('a command', () => {
  it('takes values that begin with “-” at any place between its options', () => {
    const options = fc.constantFrom([['--reason', '-why'], ['--all']], [['--reason=-why']], []);
    fc.assert(
      fc.property(
        fc.array(dashed, { minLength: 1, maxLength: 2 }),
        options,
        fc.infiniteStream(fc.nat(2)),
        (values, given, places) => {
          const parts = values.map((value) => [value]);
          for (const option of given) {
            parts.splice(Math.min(parts.length, places.next().value ?? 0), 0, [...option]);
          }
          expect(parse(parts.flat())).toEqual({
            values,
            ...(given.length > 0 && { reason: '-why' }),
            ...(given.length > 1 && { all: true }),
          });
        },
      ),
    );
  });

  it('takes every value after “--”, also one that is the name of an option', () => {
    for (const value of ['--all', '--foo', '-x', '--', '-h', '--help']) {
      expect(parse(['--', value])).toEqual({ values: [value] });
      expect(parse(['--reason', 'why', '--', value])).toEqual({ values: [value], reason: 'why' });
      expect(parse(['id', '--', value])).toEqual({ values: ['id', value] });
    }
  });

  it.each(['--foo', '--reson=why', '--dry-run', '--Reason', '-x', '-X', '-reason', '-al', '-all'])(
    'refuses the misspelled option %s',
    (option) => {
      for (const args of [[option], ['id', option], [option, 'id'], ['-id-', option, '--all']]) {
        const { error, values } = parse(args);
        expect(error).toContain(`unknown option '${option}'`);
        expect(values).toEqual([]);
      }
    },
  );

  it('takes a value like an option if the argument recognises it', () => {
    const read = (text: string): string => {
      if (text.length === 22) return text;
      throw new Error('no id');
    };
    expect(parse(['--abcdefghij-abcdefghi'], read)).toEqual({ values: ['--abcdefghij-abcdefghi'] });
    expect(parse(['--abcdefghij'], read).error).toContain("unknown option '--abcdefghij'");
  });

  it('shows its help', () => {
    for (const flag of ['-h', '--help']) {
      expect(parse(['-abc1', flag]).error).toContain('outputHelp');
    }
  });
});

describe('the command line', () => {
  const commands = allCommands(operatorProgram());

  it('consists of commands that take values with “-”', () => {
    expect(commands.length).toBeGreaterThan(60);
    for (const command of commands) expect(command).toBeInstanceOf(OperatorCommand);
  });

  it('has no short options, because a value could begin with them', () => {
    const short = commands.flatMap(({ options }) => options.filter((option) => option.short));
    expect(short).toEqual([]);
  });
});

function allCommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(allCommands)];
}
