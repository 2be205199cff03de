import { type Logger, destination, pino } from 'pino';
import type { Config } from '#server/config.ts';

/** JSON lines on standard error in production; elsewhere only warnings, so that the start message stays readable. */
export function createLog(config: Pick<Config, 'logLevel' | 'production'>): Logger {
  const quiet = !config.production && config.logLevel === 'info';
  return pino(
    { level: quiet ? 'warn' : config.logLevel, base: null },
    destination({ fd: 2, sync: true }),
  );
}
