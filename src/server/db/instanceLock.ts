import { createHash, randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';

export type InstanceLock = { release(): Promise<void> };

const againAfterMilliseconds = 1_000;

/**
 * Makes this process the only server of a data folder, for as long as it lives: PostgreSQL lets go of the lock when
 * the connection ends, however it ends. Answers `undefined` when another server has it. After a lost connection the
 * lock is taken again.
 */
export async function lockInstance(
  url: string,
  dataDir: string,
): Promise<InstanceLock | undefined> {
  const key = createHash('sha256')
    .update(await folderId(dataDir))
    .digest();
  const number = key.readBigInt64BE().toString();
  const first = await take(url, number);
  return first && keep(first, () => take(url, number));
}

/** The folder's own name for itself: its path says little, as every container may call its folder the same. */
export async function folderId(dataDir: string): Promise<string> {
  const file = join(dataDir, 'folder.id');
  const temporary = `${file}.${randomUUID()}`;
  await writeFile(temporary, randomUUID());
  try {
    await link(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  return readFile(file, 'utf8');
}

function keep(first: Client, takeAgain: () => Promise<Client | undefined>): InstanceLock {
  let held: Client | undefined;
  let released = false;
  const hold = (client: Client): void => {
    held = client;
    // A connection that breaks may tell of it more than once.
    client.once('end', () => {
      if (!released) again();
    });
  };
  const again = (): void => {
    setTimeout(() => {
      if (released) return;
      takeAgain()
        .catch(() => undefined)
        .then((client) => {
          if (client && released) return client.end();
          return client ? hold(client) : again();
        })
        .catch(() => undefined);
    }, againAfterMilliseconds).unref();
  };
  hold(first);
  return {
    release: async () => {
      released = true;
      await held?.end().catch(() => undefined);
    },
  };
}

async function take(url: string, key: string): Promise<Client | undefined> {
  const client = new Client({ connectionString: url, keepAlive: true });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock($1) as taken',
      [key],
    );
    if (rows[0]?.taken) return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  await client.end();
  return undefined;
}
