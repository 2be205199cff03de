import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { redactedError } from '#server/errors.ts';
import { LockHeld, withLock } from '#server/services/publishing/lock.ts';
import { projectFolder } from '#server/services/publishing/projectFolder.ts';
import { type Recompressed, hasFastContents } from '#release/recompressContents.ts';
import { siteFolder } from '#release/siteFolder.ts';

/** A page takes milliseconds, so a process that has not ended after so long hangs. */
const endMilliseconds = 5_000;

/**
 * Compresses again, between publishes, what a large publish has compressed fast: visitors get smaller pages, and nobody
 * waited for that. The work is done by a process of its own, so that requests never share a thread pool with it.
 */
export class Recompression {
  readonly #dataDir: string;
  readonly #log: Logger;
  #running: { stopping: AbortController; ended: Promise<void> } | undefined;

  constructor(dataDir: string, log: Logger) {
    this.#dataDir = dataDir;
    this.#log = log;
  }

  /** Begins where something waits; does nothing while it runs. Problems are logged: the site is served all the same. */
  start(): void {
    if (this.#running) return;
    const stopping = new AbortController();
    const ended = this.#run(stopping.signal)
      .catch((error: unknown) => {
        if (error instanceof LockHeld) return;
        this.#log.warn({ error: redactedError(error) }, 'pages were not compressed again');
      })
      .finally(() => {
        this.#running = undefined;
      });
    this.#running = { stopping, ended };
  }

  /** Ends it, and returns when its process has ended. Contents that still wait stay for the next start. */
  async stop(): Promise<void> {
    this.#running?.stopping.abort();
    await this.#running?.ended;
  }

  async #run(signal: AbortSignal): Promise<void> {
    const site = siteFolder(this.#dataDir);
    if (!(await hasFastContents(site)) || signal.aborted) return;
    await withLock(`${site.recompress}.lock`, async () => {
      if (signal.aborted) return;
      const { contents, savedBytes } = await runProcess(this.#dataDir, signal);
      if (signal.aborted) return;
      this.#log.info({ contents, saved_bytes: savedBytes }, 'pages were compressed again');
    });
  }
}

/** Runs the process to its end, or until `signal` aborts. Throws where it fails. */
async function runProcess(dataDir: string, signal: AbortSignal): Promise<Recompressed> {
  const main = join(projectFolder(), 'src/release/recompressMain.ts');
  const child = fork(main, [dataDir], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  let done: Recompressed = { contents: 0, savedBytes: 0 };
  child.on('message', (message: Recompressed) => {
    done = message;
  });
  const ended = endOf(child);
  const stop = () => stopProcess(child);
  signal.addEventListener('abort', stop, { once: true });
  try {
    const end = await ended;
    if (end !== 0 && !signal.aborted) throw new Error(`The process ended with ${end}`);
    return done;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Asks the process to end, and kills it where it does not. */
function stopProcess(child: ChildProcess): void {
  if (child.connected) child.disconnect();
  const timer = setTimeout(() => child.kill('SIGKILL'), endMilliseconds);
  child.once('exit', () => clearTimeout(timer));
}

/** Resolves with its exit code or the signal that ended it. Throws where it cannot start. */
async function endOf(child: ChildProcess): Promise<number | string> {
  return new Promise((resolve, reject) => {
    child.on('error', (error) => {
      if (child.pid === undefined) reject(error);
    });
    child.on('exit', (code, killedBy) => resolve(code ?? killedBy ?? 'an unknown signal'));
  });
}
