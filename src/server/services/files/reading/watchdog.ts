import { Worker } from 'node:worker_threads';

/** Source text, because the thread must not depend on the main thread, which may be blocked. */
const program = `
  const { workerData } = require('node:worker_threads');
  const { parent, most, until } = workerData;
  setInterval(() => {
    const isOver = process.memoryUsage.rss() > most || Date.now() > until;
    if (isOver || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, 50);
`;

/**
 * Kills this process when it exceeds memory or time, or when its parent process has ended. Runs in a thread of its own,
 * so that a blocked main thread cannot prevent it.
 */
export function watchProcess({ bytes, seconds }: { bytes: number; seconds: number }): void {
  const workerData = { parent: process.ppid, most: bytes, until: Date.now() + seconds * 1_000 };
  new Worker(program, { eval: true, workerData }).unref();
}
