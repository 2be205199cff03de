import { type NodePgDatabase, drizzle } from 'drizzle-orm/node-postgres';
import { Client, type ClientConfig, DatabaseError, Pool } from 'pg';
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

/** A database that is there lets somebody in within this many milliseconds. */
const connectingMilliseconds = 5_000;

/** Milliseconds that a query waits for one of the connections, all of which are in use: in a crowd, not in an outage. */
const waitingMilliseconds = 30_000;

/** A commit was sent, and its connection was lost before anybody said what became of it. */
export class UnacknowledgedCommit extends Error {
  constructor(cause: unknown) {
    super('The connection was lost while a transaction was committed', { cause });
    this.name = 'UnacknowledgedCommit';
  }
}

class PooledClient extends Client {
  constructor(config?: ClientConfig) {
    super({ ...config, connectionTimeoutMillis: connectingMilliseconds });
  }
}

/** Opens a pool of at most `size` connections. Does not connect yet: a database that is gone is an error of each query. */
export function connect(url: string, log: Pick<Logger, 'warn'>, size = 20): Database {
  const pool = new Pool({
    connectionString: url,
    max: size,
    Client: PooledClient,
    connectionTimeoutMillis: waitingMilliseconds,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: 30_000,
    // A paused process must not keep a user's credits locked.
    idle_in_transaction_session_timeout: 30_000,
  });
  // Without listeners a connection that breaks would end the process, idle or in use.
  const lost = (error: Error & { code?: string }) => {
    log.warn({ code: error.code }, 'a database connection was lost');
  };
  pool.on('error', lost);
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

/**
 * Whether PostgreSQL said that it did not commit. An error that ends the process as well says nothing about the commit.
 */
function isRefusal(error: unknown): boolean {
  return error instanceof DatabaseError && error.severity === 'ERROR';
}

/**
 * Drizzle's own transaction never gives back a connection that is lost at `begin`, and hides the reason of a failure
 * behind that of the rollback.
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
