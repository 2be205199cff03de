import { type Logger, destination, pino } from 'pino';
import type { Config } from '#server/config.ts';
import type { Environment } from '#server/environment.ts';

/**
 * Returns a logger of JSON lines on standard error. Outside production, the level `info` logs warnings only. Secrets of
 * the environment are replaced, in case that an error repeats one.
 */
export function createLog(
  config: Pick<Config, 'logLevel' | 'production'>,
  environment: Environment = process.env,
): Logger {
  const quiet = !config.production && config.logLevel === 'info';
  const output = destination({ fd: 2, sync: true });
  const redact = redactor(secretsIn(environment));
  return pino(
    { level: quiet ? 'warn' : config.logLevel, base: null },
    { write: (line: string) => void output.write(redact(line)) },
  );
}

const secretName = /(?:KEY|SECRET|TOKEN|PASSWORD)S?$/;

/** Shorter values would be found in other words. */
const shortestSecret = 8;

/** Returns the values of keys, secrets and tokens, and the passwords of addresses. */
export function secretsIn(environment: Environment): string[] {
  const values = Object.entries(environment).flatMap(([name, value = '']) => {
    if (secretName.test(name)) return value.split(/[\s,]+/);
    const password = /:\/\//.test(value) ? URL.parse(value)?.password : undefined;
    return password === undefined ? [] : [password, decodeURIComponent(password)];
  });
  return [...new Set(values)].filter((value) => value.length >= shortestSecret);
}

/** Returns a function that replaces these secrets in a line. */
export function redactor(secrets: readonly string[]): (line: string) => string {
  const longestFirst = secrets.toSorted((one, other) => other.length - one.length);
  return (line) => longestFirst.reduce((text, secret) => text.replaceAll(secret, '[secret]'), line);
}
