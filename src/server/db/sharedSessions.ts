import { Client } from 'pg';

const limitMilliseconds = 5_000;

/** Why such an address is refused, and what to do. */
export const poolerRefusal = {
  text: 'DATABASE_URL leads through a pooler that gives each transaction another connection, which loses notifications and locks',
  next: 'Set pool_mode = session in PgBouncer, or DIRECT_DATABASE_URL to the address of PostgreSQL itself.',
} as const;

/**
 * Whether an address leads through a pooler of transactions (PgBouncer's `pool_mode = transaction`). There, a second client
 * gets the connection of PostgreSQL that the first one has just used, or the first one gets another one while the second
 * one is within a transaction.
 */
export async function sharesSessions(url: string): Promise<boolean> {
  const [one, other] = [newClient(url), newClient(url)];
  try {
    await Promise.all([one.connect(), other.connect()]);
    const before = await backendOf(one);
    await other.query('begin');
    if ((await backendOf(other)) === before) return true;
    return (await backendOf(one)) !== before;
  } finally {
    await Promise.allSettled([one.end(), other.end()]);
  }
}

/**
 * Throws an error for the operator if an address leads through a pooler of transactions. A database that cannot be reached
 * is reported by what is done next.
 */
export async function refuseSharedSessions(url: string): Promise<void> {
  const { text, next } = poolerRefusal;
  if (await sharesSessions(url).catch(() => false)) throw new Error(`${text}. ${next}`);
}

function newClient(url: string): Client {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: limitMilliseconds,
    query_timeout: limitMilliseconds,
  });
  // A broken connection rejects the running query. Without this listener it would also end the process.
  client.on('error', () => undefined);
  return client;
}

async function backendOf(client: Client): Promise<number> {
  const { rows } = await client.query<Record<string, unknown>>('select pg_backend_pid() as pid');
  return Number(rows[0]?.['pid']);
}
