import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CorePlatform } from '#server/context.ts';
import type { Database } from '#server/db/connect.ts';
import { tryLockUntilCommit } from '#server/db/locks.ts';
import { refillProbe } from '#server/db/queries/writeProbe.ts';
import { setUntilCommit } from '#server/db/settings.ts';
import { hasCode } from '#server/errors.ts';

/** Milliseconds for which a result is cached. Anybody may call the health check, and each try writes. */
const cachedMilliseconds = 1_000;

/** The content of a test file: more than fits into the last block of an existing file. */
const filler = Buffer.alloc(65_536);

/** The advisory lock by which one server tests at a time. */
const lockKey = 7_301_114;

/** PostgreSQL's code for a lock timeout. */
const lockNotAvailable: ReadonlySet<string> = new Set(['55P03']);

/** Tests whether database, data folder and media folder accept writes. */
export class WriteProbe {
  readonly #platform: CorePlatform;
  #last: { time: number; result: Promise<void> } | undefined;

  constructor(platform: CorePlatform) {
    this.#platform = platform;
  }

  /** Throws the error of the write. */
  check(): Promise<void> {
    const time = performance.now();
    if (this.#last === undefined || time - this.#last.time > cachedMilliseconds) {
      this.#last = { time, result: this.#write() };
      // Callers that wait for the result get the failure; this handler only keeps it from being unhandled.
      this.#last.result.catch(() => undefined);
    }
    return this.#last.result;
  }

  async #write(): Promise<void> {
    const { config, database } = this.#platform;
    const isBucket = config.mediaStore.startsWith('s3://');
    const folders = isBucket ? [config.dataDir] : [config.dataDir, config.mediaStore];
    await Promise.all([writeRows(database), ...folders.map(writeFileIn)]);
  }
}

/**
 * Fills a table with new blocks, as questions do over time, because an update in place would succeed on a full disk.
 * The table is emptied before and not afterwards, so that one small commit does both.
 */
async function writeRows(database: Database): Promise<void> {
  try {
    await database.transaction(async (transaction) => {
      // Fails soon when a backup locks the table.
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
