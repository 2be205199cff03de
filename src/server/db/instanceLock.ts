import { createHash } from 'node:crypto';
import { Client } from 'pg';

export type InstanceLock = { release(): Promise<void> };

/**
 * Makes this process the only server of a data folder, for as long as it lives: PostgreSQL lets go of the lock when
 * the connection ends, however it ends. Answers `undefined` when another server has it. After a lost connection the
 * lock is taken again.
 */
export async function lockInstance(
  url: string,
  dataDir: string,
): Promise<InstanceLock | undefined> {
  const key = createHash('sha256').update(dataDir).digest().readBigInt64BE().toString();
  let client = await take(url, key);
  if (!client) return undefined;
  let released = false;
  const keep = () => {
    if (released) return;
    setTimeout(() => {
      take(url, key).then(
        (fresh) => {
          client = fresh;
          client?.on('error', keep);
          if (!client) keep();
        },
        () => keep(),
      );
    }, 1_000).unref();
  };
  client.on('error', keep);
  return {
    release: async () => {
      released = true;
      await client?.end().catch(() => undefined);
    },
  };
}

async function take(url: string, key: string): Promise<Client | undefined> {
  const client = new Client({ connectionString: url, keepAlive: true });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_lock($1) as taken',
    [key],
  );
  if (rows[0]?.taken) return client;
  await client.end();
  return undefined;
}
