import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { UsageError, sentenceOf } from '#server/errors.ts';

/**
 * Adds the variables of a file, such as the `EnvironmentFile` of a systemd unit, to an environment. A variable that is set
 * already stays. Throws an error for the operator if the file cannot be read, or if Node and systemd disagree about it.
 */
export function loadEnvFile(path: string, environment: NodeJS.ProcessEnv = process.env): void {
  const text = readText(path);
  const line = text.split('\n').findIndex((one) => hidesRest.test(one));
  if (line !== -1) {
    throw new UsageError(
      `--env-file ${path}, line ${line + 1}: put the value in quotes, because # begins a comment here but not in systemd`,
    );
  }
  for (const [name, value = ''] of Object.entries(parseEnv(text))) {
    if (!(name in environment)) environment[name] = value.trim();
  }
}

/** A value without quotes that has a #. */
const hidesRest = /^\s*(?:export\s+)?[A-Za-z_]\w*\s*=\s*(?!["'`])[^\s#][^#]*#/;

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`--env-file cannot be read: ${sentenceOf(error)}`, { cause: error });
  }
}
