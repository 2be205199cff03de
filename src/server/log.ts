import { type Logger, destination, pino } from 'pino';
import type { Config } from '#server/config.ts';

/** Returns a logger of JSON lines on standard error. Outside production, the level `info` logs warnings only. */
export function createLog(config: Pick<Config, 'logLevel' | 'production'>): Logger {
  const quiet = !config.production && config.logLevel === 'info';
  return pino(
    { level: quiet ? 'warn' : config.logLevel, base: null },
    destination({ fd: 2, sync: true }),
  );
}
