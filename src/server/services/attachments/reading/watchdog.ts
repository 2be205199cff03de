import { Worker } from 'node:worker_threads';

/** Written out, because a thread of its own cannot share the file: the main thread may be busy for ever. */
const program = `
  const { workerData } = require('node:worker_threads');
  const { parent, most, until } = workerData;
  setInterval(() => {
    const isOver = process.memoryUsage.rss() > most || Date.now() > until;
    if (isOver || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, 50);
`;

/**
 * Kills this process when it takes more memory or time than it may, or when the process that started it is gone. It does
 * so from a thread of its own, so that no file can keep it from doing so.
 */
export function watchProcess({ bytes, seconds }: { bytes: number; seconds: number }): void {
  const workerData = { parent: process.ppid, most: bytes, until: Date.now() + seconds * 1_000 };
  new Worker(program, { eval: true, workerData }).unref();
}
