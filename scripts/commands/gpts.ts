import type { Command } from 'commander';
import { addEditCommands } from './gpts/edit.ts';
import { addExampleCommands } from './gpts/examples.ts';
import { addExportCommand } from './gpts/export.ts';
import { addGenerateCommand } from './gpts/generate.ts';
import { addHistoryCommands } from './gpts/history.ts';
import { addImportCommand } from './gpts/import.ts';
import { addSampleCommand } from './gpts/sample.ts';

export function addGptsCommands(program: Command): void {
  const gpts = program.command('gpts').description('The catalogue of GPTs');
  addImportCommand(gpts);
  addHistoryCommands(gpts);
  addExportCommand(gpts);
  addEditCommands(gpts);
  addExampleCommands(gpts);
  addSampleCommand(gpts);
  addGenerateCommand(gpts);
}
