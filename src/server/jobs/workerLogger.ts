import { Logger as WorkerLogger } from 'graphile-worker';
import type { Logger } from 'pino';

/** Returns a logger for graphile-worker that passes on warnings and errors only. */
export function workerLogger(log: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message) => {
    if (level === 'error' || level === 'warning') log.warn({ job: message.slice(0, 200) }, 'jobs');
  });
}
