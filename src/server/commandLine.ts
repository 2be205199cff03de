import { parseArgs } from 'node:util';
import { ConfigError } from '#server/config.ts';
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

/** Exit status of a wrong command line, of commands and services. */
const usageStatus = 2;

/** Exit status of a service with a wrong configuration (`EX_CONFIG` of sysexits.h): systemd does not restart it. */
const configurationStatus = 78;

/** Runs a command. When it fails, prints a sentence without a stack and ends the process, even with open handles. */
export function runCommandLine(work: () => Promise<void>): Promise<void> {
  return run(work, (error) => (error instanceof UsageError ? usageStatus : 1));
}

/** Runs a service in the same way, with an exit status of its own for a wrong configuration. */
export function runService(work: () => Promise<void>): Promise<void> {
  return run(work, serviceStatus);
}

/** Returns the exit status of a service that cannot start. */
export function serviceStatus(error: unknown): number {
  if (error instanceof ConfigError) return configurationStatus;
  return error instanceof UsageError ? usageStatus : 1;
}

async function run(work: () => Promise<void>, statusOf: (error: unknown) => number): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(sentenceOf(error));
    process.exit(statusOf(error));
  }
}
