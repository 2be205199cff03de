import type { Command } from 'commander';
import { addModelCapCommand } from './models/cap.ts';
import { addModelChangeCommands } from './models/change.ts';
import { addModelCheckCommand } from './models/check.ts';
import { addModelListCommand } from './models/list.ts';
import { addModelPriceCommands } from './models/price.ts';
import { addModelShutdownCommand } from './models/shutdown.ts';

export function addModelsCommands(program: Command): void {
  const models = program
    .command('models')
    .description('The model catalogue: prices, order, providers');
  addModelListCommand(models);
  addModelChangeCommands(models);
  addModelPriceCommands(models);
  addModelCapCommand(models);
  addModelCheckCommand(models);
  addModelShutdownCommand(models);
}
