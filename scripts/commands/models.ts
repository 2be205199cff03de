import type { Command } from 'commander';
import { addModelChangeCommands } from './models/change.ts';
import { addModelCheckCommand } from './models/check.ts';
import { addModelListCommand } from './models/list.ts';

export function addModelsCommands(program: Command): void {
  const models = program
    .command('models')
    .description('The model catalogue: prices, order, who answers');
  addModelListCommand(models);
  addModelChangeCommands(models);
  addModelCheckCommand(models);
}
