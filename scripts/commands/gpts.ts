import type { Command } from 'commander';
import { addGenerateCommand } from './gpts/generate.ts';
import { addImportCommand } from './gpts/import.ts';

export function addGptsCommands(program: Command): void {
  const gpts = program.command('gpts').description('The catalogue of GPTs');
  addImportCommand(gpts);
  addGenerateCommand(gpts);
}
