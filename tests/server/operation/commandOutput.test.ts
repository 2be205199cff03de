import type { Command } from 'commander';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operatorProgram } from '../../../scripts/commands/program.ts';
import type { CommandCase } from '../../setup/commandCases.ts';
import { type HostileServer, startHostileServer } from '../../setup/hostileServer.ts';
import type { OperatorRun } from '../../setup/operatorProcess.ts';

/** Characters that control a terminal or are not seen. A line end is one that a command printed itself. */
const controlling = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

let server: HostileServer;

beforeAll(async () => {
  server = await startHostileServer();
});

afterAll(() => server.close());

function leavesOf(command: Command, words: readonly string[] = []): string[] {
  // A group with options of its own is a command, too.
  const isCommand =
    command.commands.length === 0 || (words.length > 0 && command.options.length > 0);
  const own = isCommand ? [words.join(' ')] : [];
  const others = command.commands.flatMap((next) => leavesOf(next, [...words, next.name()]));
  return [...own, ...others];
}

it('has a case for every command', () => {
  expect(Object.keys(server.cases).toSorted()).toEqual(leavesOf(operatorProgram()).toSorted());
});

/** Returns what is wrong with the output of these runs. */
async function mistakesOf(
  runs: Record<string, CommandCase[]>,
  option: string,
  isRight: (run: OperatorRun, words: string) => boolean,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const [words, each] of Object.entries(runs)) {
    for (const { args, status } of each) {
      const run = await server.shell.run(...words.split(' '), ...args, option);
      if (run.status === status && isRight(run, words)) continue;
      wrong.push(`${words} ${JSON.stringify(args)}: ${JSON.stringify(run)}`);
    }
  }
  return wrong;
}

it('prints one JSON document without such characters', { timeout: 300_000 }, async () => {
  const isDocument = ({ out, err, status }: OperatorRun) =>
    !controlling.test(out + err) &&
    JSON.parse(out === '' && status === 1 ? err : out) !== undefined;
  const once = Object.entries(server.reading).map(([words, [first]]) => [
    words,
    first ? [first] : [],
  ]);
  expect(await mistakesOf(Object.fromEntries(once), '--json', isDocument)).toEqual([]);
});

it(
  'prints no character that controls a terminal, and no forged line',
  { timeout: 300_000 },
  async () => {
    const silent = new Set(Object.keys(server.cases));
    const isSafe = ({ out, err, speaksTo }: OperatorRun, words: string) => {
      if (speaksTo !== '') silent.delete(words);
      return !controlling.test(out + err) && !/^FORGED/m.test(out + err);
    };
    expect(await mistakesOf(server.cases, '--yes', isSafe)).toEqual([]);
    // Each says on its first line to which database or folder it speaks. This one writes to a file alone.
    expect([...silent]).toEqual(['gpts generate']);
  },
);
