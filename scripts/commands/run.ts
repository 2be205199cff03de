import { type Command, CommanderError } from 'commander';
import { loadEnvFile } from '#server/envFile.ts';
import { type SharedOptions, beginInvocation } from './invocation.ts';
import { isUsageError, openOutput } from './output.ts';
import { operatorProgram } from './program.ts';
import { useRunningServer } from './runningServer.ts';

/**
 * Runs one command of the operator’s command line and sets the exit status of this process: 0, 1 if it failed, 2 if the
 * command line is wrong.
 */
export async function runOperator(args: readonly string[]): Promise<void> {
  const literal = args.indexOf('--');
  const json = args.slice(0, literal === -1 ? undefined : literal).includes('--json');
  // The whole of them is known when the command line was understood.
  beginInvocation({ json });
  const output = openOutput(json);
  let acts = false;
  const program = operatorProgram((made) =>
    made
      .exitOverride()
      .configureOutput({ writeOut: output.write, writeErr: output.writeError })
      .hook('preAction', async (whole, command) => {
        await begin(whole.opts<SharedOptions>(), command);
        acts = true;
      }),
  );
  try {
    await program.parseAsync([...args], { from: 'user' });
    output.end();
  } catch (error) {
    // A help that was asked for.
    if (error instanceof CommanderError && error.exitCode === 0) output.end();
    // A failure before the command acts is a value that a parser refused.
    else output.fail(error, !acts || isUsageError(error));
  } finally {
    output.close();
  }
}

/** Takes the options that every command has, after the command line was understood and before the command acts. */
async function begin(shared: SharedOptions, command: Command): Promise<void> {
  const { reason } = command.opts<{ reason?: unknown }>();
  beginInvocation({ ...shared, reason: typeof reason === 'string' ? reason : undefined });
  if (shared.envFile !== undefined) loadEnvFile(shared.envFile);
  await useRunningServer(process.env);
}
