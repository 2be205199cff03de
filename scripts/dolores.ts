import { runOperator } from './commands/run.ts';

await runOperator(process.argv.slice(2));
