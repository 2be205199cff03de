import { type Logger, destination, pino } from 'pino';
import type { Config } from '#server/config.ts';
import { secretRedactor } from '#server/redactSecrets.ts';

/**
 * Returns a logger of JSON lines on standard error. Outside production, the level `info` logs warnings only. Secrets of
 * the environment are replaced, in case that an error repeats one.
 */
export function createLog(config: Pick<Config, 'logLevel' | 'production'>): Logger {
  const quiet = !config.production && config.logLevel === 'info';
  const output = destination({ fd: 2, sync: true });
  const redact = secretRedactor(process.env);
  return pino(
    { level: quiet ? 'warn' : config.logLevel, base: null },
    { write: (line: string) => void output.write(redact(line)) },
  );
}
