import { type NodePgDatabase, drizzle } from 'drizzle-orm/node-postgres';
import { Client, type ClientConfig, DatabaseError, Pool, type PoolClient } from 'pg';
import type { Logger } from 'pino';

/** Queries, outside or inside a transaction. */
export type Executor = NodePgDatabase;

export type Database = {
  url: string;
  /** Queries outside a transaction. */
  query: Executor;
  pool: Pool;
  /** Runs `work` in one transaction, which is rolled back when it throws. */
  transaction<Result>(work: (transaction: Executor) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
};

/** Milliseconds for opening a connection. */
const connectMilliseconds = 5_000;

/** Milliseconds that a query waits for a free connection. Longer than opening one takes, because many may wait. */
const waitMilliseconds = 30_000;

/** Ends statements after 30 s, and transactions in which a stopped process would keep a user's credits locked. */
const sessionLimits = `set statement_timeout = '30s'; set idle_in_transaction_session_timeout = '30s'`;

/**
 * The connection was lost after a commit was sent and before its result arrived. Its outcome is unknown.
 */
export class UnacknowledgedCommit extends Error {
  constructor(cause: unknown) {
    super('The connection was lost while a transaction was committed', { cause });
    this.name = 'UnacknowledgedCommit';
  }
}

class PooledClient extends Client {
  constructor(config?: ClientConfig) {
    super({ ...config, connectionTimeoutMillis: connectMilliseconds });
  }
}

/**
 * Opens a pool of at most `size` connections. Does not connect yet: each query fails while the database is unreachable.
 */
export function connect(url: string, log: Pick<Logger, 'warn'>, size = 20): Database {
  const pool = new Pool({
    connectionString: url,
    max: size,
    Client: PooledClient,
    connectionTimeoutMillis: waitMilliseconds,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    verify: limitSession,
  });
  // Without these listeners, a broken connection would end the process, whether idle or in use.
  const onLost = (error: Error & { code?: string }) => {
    log.warn({ code: error.code }, 'a database connection was lost');
  };
  pool.on('error', onLost);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const query = drizzle(pool);
  return {
    url,
    query,
    pool,
    transaction: (work) => inTransaction(pool, work),
    close: () => pool.end(),
  };
}

/** Sets the limits by a statement, because PgBouncer refuses connections that begin with unknown parameters. */
function limitSession(client: PoolClient, done: (error?: Error) => void): void {
  client.query(sessionLimits, (error: Error | null) => done(error ?? undefined));
}

/** Whether PostgreSQL reported that it did not commit. An error that also ends the connection does not report that. */
function isRefusal(error: unknown): boolean {
  return error instanceof DatabaseError && error.severity === 'ERROR';
}

/**
 * Runs a transaction. Drizzle's own transaction never releases a connection that is lost at `begin`, and hides the
 * cause of a failure behind the error of the rollback.
 */
async function inTransaction<Result>(
  pool: Pool,
  work: (transaction: Executor) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    await client.query('begin');
    const result = await work(drizzle(client));
    await client.query('commit').catch((error: unknown) => {
      throw isRefusal(error) ? error : new UnacknowledgedCommit(error);
    });
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {
      isBroken = true;
    });
    throw error;
  } finally {
    client.release(isBroken);
  }
}
