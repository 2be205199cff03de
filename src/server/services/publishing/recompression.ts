import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { redactedError } from '#server/errors.ts';
import { LockHeld, withLock } from '#server/services/publishing/lock.ts';
import { projectFolder } from '#server/services/publishing/projectFolder.ts';
import { type Recompressed, hasFastContents } from '#release/recompressContents.ts';
import { siteFolder } from '#release/siteFolder.ts';

/** Compressing a page takes milliseconds, so a process that does not end within this time hangs. */
const endMilliseconds = 5_000;

/**
 * Compresses pages again, between publishes, that a large publish compressed fast, so that they become smaller without
 * delaying the publish. Runs in a process of its own, so that requests do not share its thread pool.
 */
export class Recompression {
  readonly #dataDir: string;
  readonly #log: Logger;
  #running: { stopping: AbortController; ended: Promise<void> } | undefined;

  constructor(dataDir: string, log: Logger) {
    this.#dataDir = dataDir;
    this.#log = log;
  }

  /** Starts if contents are waiting and it is not running. Only logs errors, as the site is served anyway. */
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

  /** Stops it, and waits for the end of its process. Remaining contents wait for the next start. */
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

/** Runs the process until its end, or until `signal` aborts. Throws if it fails. */
async function runProcess(dataDir: string, signal: AbortSignal): Promise<Recompressed> {
  const main = join(projectFolder(), 'src/release/recompressMain.ts');
  // In a session of its own, for its priority (`recompressMain.ts`). It ends when this process has gone.
  const options: ForkOptions = { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], detached: true };
  const child = fork(main, [dataDir], options);
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

/** Asks the process to end, and kills it if it does not. */
function stopProcess(child: ChildProcess): void {
  if (child.connected) child.disconnect();
  const timer = setTimeout(() => child.kill('SIGKILL'), endMilliseconds);
  child.once('exit', () => clearTimeout(timer));
}

/** Returns the exit code of a process or the signal that ended it. Throws if it cannot start. */
async function endOf(child: ChildProcess): Promise<number | string> {
  return new Promise((resolve, reject) => {
    child.on('error', (error) => {
      if (child.pid === undefined) reject(error);
    });
    child.on('exit', (code, killedBy) => resolve(code ?? killedBy ?? 'an unknown signal'));
  });
}
