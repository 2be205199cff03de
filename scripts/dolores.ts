import { sentenceOf } from '#server/errors.ts';
import { operatorProgram } from './commands/program.ts';

await operatorProgram()
  .parseAsync()
  .catch((error: unknown) => {
    console.error(sentenceOf(error));
    process.exitCode = 1;
  });
