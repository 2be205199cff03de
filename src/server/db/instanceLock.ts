import { createHash, randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import * as z from 'zod/mini';
import { parseRows } from '#server/db/rawRows.ts';

export type InstanceLock = { release(): Promise<void> };

const retryMilliseconds = 1_000;

/** The client that holds the lock now, or the name of another connection that holds it. */
type Taken = { client: Client } | { holder: string | undefined };

/**
 * Makes this process the only server of a data folder, by an advisory lock that PostgreSQL releases when the connection
 * ends. Returns `undefined` when another server holds it. After a lost connection the lock is taken again. `onLost` is
 * called when another server was faster; this process must then stop.
 */
export async function lockInstance(
  url: string,
  dataDir: string,
  onLost: () => void,
): Promise<InstanceLock | undefined> {
  const key = createHash('sha256')
    .update(await folderId(dataDir))
    .digest();
  const number = key.readBigInt64BE().toString();
  // Distinguishes an earlier connection of ours, which PostgreSQL still believes alive, from another server.
  const name = `dolores server ${randomUUID()}`;
  const first = await take(url, number, name);
  if (!('client' in first)) return undefined;
  return keep(first.client, async () => {
    const taken = await take(url, number, name);
    if ('holder' in taken && taken.holder !== undefined && taken.holder !== name) onLost();
    return taken;
  });
}

/** Returns the id that is stored in a folder. Its path is not an id, because containers often use the same path. */
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

function keep(first: Client, takeAgain: () => Promise<Taken>): InstanceLock {
  let held: Client | undefined;
  let released = false;
  const hold = (client: Client): void => {
    held = client;
    // A broken connection may emit this more than once.
    client.once('end', () => {
      if (!released) retry();
    });
  };
  const retry = (): void => {
    setTimeout(() => {
      if (released) return;
      takeAgain()
        .catch(() => undefined)
        .then((taken) => {
          if (!taken || !('client' in taken)) return retry();
          return released ? taken.client.end() : hold(taken.client);
        })
        .catch(() => undefined);
    }, retryMilliseconds).unref();
  };
  hold(first);
  return {
    release: async () => {
      released = true;
      await held?.end().catch(() => undefined);
    },
  };
}

async function take(url: string, key: string, name: string): Promise<Taken> {
  const client = new Client({
    connectionString: url,
    keepAlive: true,
    application_name: name,
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rowCount } = await client.query('select where pg_try_advisory_lock($1)', [key]);
    if (rowCount === 1) return { client };
    const holder = await findHolder(client, key);
    await client.end();
    return { holder };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

/** Returns the name of the connection that holds the lock; `undefined` if it has just ended. */
async function findHolder(client: Client, key: string): Promise<string | undefined> {
  const { rows } = await client.query(
    `select application_name as name from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and granted and objsubid = 1
        and pg_locks.database = (select oid from pg_database where datname = current_database())
        and (classid::bigint << 32 | objid::bigint) = $1::bigint`,
    [key],
  );
  return parseRows({ name: z.string() }, rows)[0]?.name;
}
