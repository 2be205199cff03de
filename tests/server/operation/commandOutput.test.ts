import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { runMigrations } from 'graphile-worker';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { folderId } from '#server/db/instanceLock.ts';
import { operatorProgram } from '../../../scripts/commands/program.ts';
import { type CommandCase, commandCases, readingCases } from '../../setup/commandCases.ts';
import { hostile, storeHostileRows } from '../../setup/hostileRows.ts';
import { type OperatedServer, startOperatedServer } from '../../setup/operatedServer.ts';
import type { OperatorRun } from '../../setup/operatorProcess.ts';

/** Characters that control a terminal or are not seen. A line end is one that a command printed itself. */
const controlling = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

let server: OperatedServer;
let cases: Record<string, CommandCase[]>;
let reading: Record<string, CommandCase[]>;

beforeAll(async () => {
  server = await startOperatedServer({ sharesData: true });
  const { dataDir } = server.platform.config;
  const rows = await storeHostileRows(server.database, { site: await folderId(dataDir) });
  await writeHostileFiles(dataDir);
  const file = await server.folder.write(
    'gpts.jsonl',
    [{ id: `new${hostile}`, name: hostile }, { id: 'no name' }]
      .map((row) => JSON.stringify(row))
      .join('\n'),
  );
  cases = commandCases(rows, join(file, '..'));
  reading = readingCases(rows, `evil${hostile}`);
  await runMigrations({ connectionString: server.database.url });
});

afterAll(() => server.close());

/** Corrected texts and a collection, as an operator may have copied them from anywhere. */
async function writeHostileFiles(dataDir: string): Promise<void> {
  await mkdir(join(dataDir, 'messages/en'), { recursive: true });
  await writeFile(
    join(dataDir, 'messages/en/home.json'),
    JSON.stringify({ heading: `Heading${hostile}`, [`key${hostile}`]: 'x' }),
  );
  await mkdir(join(dataDir, 'collections'), { recursive: true });
  await writeFile(
    join(dataDir, 'collections/mine.md'),
    `---\ndate: 2026-01-01\nauthor: "Author${hostile.replaceAll('\r\n', ' ')}"\nids: []\n---\n\n# en: Title\n\nText\n`,
  );
  await writeFile(join(dataDir, 'collections/wrong.md'), `---\n${hostile}\n---\n`);
}

function leavesOf(command: Command, words: readonly string[] = []): string[] {
  // A group with options of its own is a command, too.
  const isCommand =
    command.commands.length === 0 || (words.length > 0 && command.options.length > 0);
  const own = isCommand ? [words.join(' ')] : [];
  const others = command.commands.flatMap((next) => leavesOf(next, [...words, next.name()]));
  return [...own, ...others];
}

it('has a case for every command', () => {
  expect(Object.keys(cases).toSorted()).toEqual(leavesOf(operatorProgram()).toSorted());
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
  const once = Object.entries(reading).map(([words, [first]]) => [words, first ? [first] : []]);
  expect(await mistakesOf(Object.fromEntries(once), '--json', isDocument)).toEqual([]);
});

it(
  'prints no character that controls a terminal, and no forged line',
  { timeout: 300_000 },
  async () => {
    const silent = new Set(Object.keys(cases));
    const isSafe = ({ out, err, speaksTo }: OperatorRun, words: string) => {
      if (speaksTo !== '') silent.delete(words);
      return !controlling.test(out + err) && !/^FORGED/m.test(out + err);
    };
    expect(await mistakesOf(cases, '--yes', isSafe)).toEqual([]);
    // Each says on its first line to which database or folder it speaks. This one writes to a file alone.
    expect([...silent]).toEqual(['gpts generate']);
  },
);
