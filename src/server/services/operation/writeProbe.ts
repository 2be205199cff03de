import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import { tryLockUntilCommit } from '#server/db/locks.ts';
import { refillProbe } from '#server/db/queries/writeProbe.ts';
import { setUntilCommit } from '#server/db/settings.ts';
import { hasCode } from '#server/errors.ts';

/** Milliseconds for which a result is returned again: anybody may ask, and each try writes. */
const cachedMilliseconds = 1_000;

/** The content of a written file: more than fits into the last block of an existing file. */
const filler = Buffer.alloc(65_536);

/** One server tries at a time. */
const lockKey = 7_301_114;

/** PostgreSQL's code for a lock that was waited for in vain. */
const lockNotAvailable: ReadonlySet<string> = new Set(['55P03']);

type Dependencies = { config: Pick<Config, 'dataDir' | 'mediaStore'>; database: Database };

/** Whether database, data folder and media folder can store something, tried by storing something. */
export class WriteProbe {
  readonly #dependencies: Dependencies;
  #last: { time: number; result: Promise<void> } | undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Throws what the write threw. */
  check(): Promise<void> {
    const time = performance.now();
    if (this.#last === undefined || time - this.#last.time > cachedMilliseconds) {
      this.#last = { time, result: this.#write() };
      // The failure reaches the callers that wait for the result.
      this.#last.result.catch(() => undefined);
    }
    return this.#last.result;
  }

  async #write(): Promise<void> {
    const { config, database } = this.#dependencies;
    const isBucket = config.mediaStore.startsWith('s3://');
    const folders = isBucket ? [config.dataDir] : [config.dataDir, config.mediaStore];
    await Promise.all([writeRows(database), ...folders.map(writeFileIn)]);
  }
}

/**
 * Fills a table with new blocks, as every question does sooner or later: an update in place would succeed on a full
 * disk. Emptied before, not afterwards, so that one small commit does both.
 */
async function writeRows(database: Database): Promise<void> {
  try {
    await database.transaction(async (transaction) => {
      // A backup that reads the table is no reason to wait.
      await setUntilCommit(transaction, { lock_timeout: '500ms' });
      if (await tryLockUntilCommit(transaction, lockKey)) await refillProbe(transaction);
    });
  } catch (error) {
    if (!hasCode(error, lockNotAvailable)) throw error;
  }
}

async function writeFileIn(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `.write-probe-${randomUUID()}`);
  try {
    await writeFile(file, filler);
  } finally {
    await rm(file, { force: true });
  }
}
