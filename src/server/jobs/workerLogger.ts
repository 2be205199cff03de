import { Logger as WorkerLogger } from 'graphile-worker';
import type { Logger } from 'pino';

/** Passes on what graphile-worker warns of. */
export function workerLogger(log: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message) => {
    if (level === 'error' || level === 'warning') log.warn({ job: message.slice(0, 200) }, 'jobs');
  });
}
