import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Semaphore } from '#domain/concurrency.ts';
import { AppError } from '#server/errors.ts';
import type { Reading, ReadingTask } from '#server/services/files/reading/reading.ts';
import { readInProcess } from '#server/services/files/reading/readInProcess.ts';

/** Most uploads at the same time, per server and per user. */
const atOnce = { server: 24, user: 4 };

/** Most files that are read at the same time, each in a process of its own. */
const readingsAtOnce = 2;

export class Uploads {
  readonly #folder: string;
  readonly #uploaders = new Map<string, number>();
  readonly #readings = new Semaphore(readingsAtOnce);
  readonly #closing = new AbortController();
  #count = 0;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Opens an empty folder in `dataDir`. Files of a server that was killed are deleted. */
  static async open(dataDir: string): Promise<Uploads> {
    const folder = join(dataDir, 'uploads');
    await rm(folder, { recursive: true, force: true });
    return new Uploads(folder);
  }

  /**
   * Runs `work` with a path under which it may write files, `{path}.{name}`, and deletes them afterwards. Throws
   * `too_many_requests` at the limit of this user or of the server.
   */
  async take<Result>(userId: string, work: (path: string) => Promise<Result>): Promise<Result> {
    const own = this.#uploaders.get(userId) ?? 0;
    if (own >= atOnce.user || this.#count >= atOnce.server) {
      const limit = Math.min(atOnce.user, atOnce.server);
      throw new AppError('too_many_requests', `At most ${limit} files can be uploaded at once`, {
        limit,
        retry_seconds: 2,
      });
    }
    this.#change(userId, 1);
    const folder = join(this.#folder, randomUUID());
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return await work(join(folder, 'file'));
    } finally {
      this.#change(userId, -1);
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Reads a file as soon as a process is free. */
  async read(task: ReadingTask): Promise<Reading> {
    return this.#readings.run(() => readInProcess(task, this.#closing.signal));
  }

  close(): void {
    this.#closing.abort(new AppError('unavailable', 'This server is shutting down'));
  }

  #change(userId: string, by: 1 | -1): void {
    this.#count += by;
    const own = (this.#uploaders.get(userId) ?? 0) + by;
    if (own === 0) this.#uploaders.delete(userId);
    else this.#uploaders.set(userId, own);
  }
}
