import { readFileSync, readdirSync } from 'node:fs';
import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { operatorProgram } from '../../../scripts/commands/program.ts';

/** Recipes are left out, because they add commands that the program does not have. */
const documents = readdirSync('docs', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md') && !name.startsWith('recipes/'))
  .map((name) => `docs/${name}`);

/** Returns what the program lacks of a documented command line: a command or an option. */
function missingIn(program: Command, line: string): string[] {
  const words = line.replaceAll(/"[^"]*"|'[^']*'/g, 'text').split(/\s+/);
  let command = program;
  for (const word of words) {
    const next = command.commands.find((one) => one.name() === word);
    if (next) command = next;
  }
  // A group with an option of its own is a command, too: `upgrade --check`.
  const isGroup = command === program || command.options.length === 0;
  if (isGroup && command.commands.length > 0 && words[0] !== 'help') return [line];
  const literal = words.indexOf('--');
  return words
    .slice(0, literal === -1 ? undefined : literal)
    .filter((word) => /^--[a-z]/.test(word) && word !== '--help')
    .filter((word) => ![...command.options, ...program.options].some(({ long }) => long === word))
    .map((option) => `${option} in: ${line}`);
}

it('names commands and options in the documents that the program has', () => {
  const program = operatorProgram();
  const lines = ['README.md', ...documents].flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(/npm run dolores -- ((?:\\\n|[^\n`#])+)/g)].map(
      ([, line = '']) => line.replaceAll('\\\n', ' ').trim(),
    ),
  );
  expect(lines.length).toBeGreaterThan(80);
  expect(lines.flatMap((line) => missingIn(program, line))).toEqual([]);
});

it.each(['gpts forget ID', 'gpts hide ID --because "x"'])('finds the wrong command %s', (line) => {
  expect(missingIn(operatorProgram(), line)).toHaveLength(1);
});
