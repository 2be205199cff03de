import { parseArgs } from 'node:util';
import { sentenceOf } from '#server/errors.ts';

/**
 * Returns which of these switches the command line has. Throws an `Error` for the operator at anything else: an option that
 * is ignored looks like one that works.
 */
export function readSwitches<Name extends string>(
  names: readonly Name[],
  args: readonly string[] = process.argv.slice(2),
): Record<Name, boolean> {
  const options = Object.fromEntries(
    names.map((name) => [name, { type: 'boolean', default: false } as const]),
  );
  try {
    const { values } = parseArgs({ args: [...args], options });
    return values as Record<Name, boolean>;
  } catch (error) {
    const known = names.map((name) => `--${name}`).join(', ');
    const rule = known === '' ? 'this command has no arguments' : `the only argument is ${known}`;
    throw new Error(`${sentenceOf(error)}: ${rule}`, { cause: error });
  }
}

/** Runs a command. When it fails, prints a sentence without a stack and ends the process, even with open handles. */
export async function runCommandLine(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(sentenceOf(error));
    process.exit(1);
  }
}
