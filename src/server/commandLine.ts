import { parseArgs } from 'node:util';
import { loadEnvFile } from '#server/envFile.ts';
import { UsageError, sentenceOf } from '#server/errors.ts';

/**
 * Returns which of these switches the command line has, and loads the file of `--env-file`, which every command takes.
 * Throws a `UsageError` at anything else: an option that is ignored looks like one that works.
 */
export function readSwitches<Name extends string>(
  names: readonly Name[],
  args: readonly string[] = process.argv.slice(2),
): Record<Name, boolean> {
  const options = Object.fromEntries(
    names.map((name) => [name, { type: 'boolean', default: false } as const]),
  );
  const { 'env-file': file, ...switches } = parse(names, options, args);
  if (file !== undefined) loadEnvFile(String(file));
  return switches as Record<Name, boolean>;
}

function parse(
  names: readonly string[],
  options: Record<string, { type: 'boolean'; default: boolean }>,
  args: readonly string[],
): Record<string, string | boolean | undefined> {
  try {
    const known = { ...options, 'env-file': { type: 'string' } as const };
    return parseArgs({ args: [...args], options: known }).values;
  } catch (error) {
    const known = [...names.map((name) => `--${name}`), '--env-file FILE'].join(', ');
    const rule = `its arguments are ${known}`;
    throw new UsageError(`${sentenceOf(error)}: ${rule}`, { cause: error });
  }
}

/** Runs a command. When it fails, prints a sentence without a stack and ends the process, even with open handles. */
export async function runCommandLine(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(sentenceOf(error));
    process.exit(error instanceof UsageError ? 2 : 1);
  }
}
