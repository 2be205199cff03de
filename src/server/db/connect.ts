import { type NodePgDatabase, drizzle } from 'drizzle-orm/node-postgres';
import { Client, type ClientConfig, DatabaseError, Pool, type PoolClient } from 'pg';
import type { Logger } from 'pino';

/** Queries, outside or inside a transaction. */
export type Executor = NodePgDatabase;

export type Database = {
  /** The address for connections that keep their session: notifications, locks, the search. Never a pooler of transactions. */
  url: string;
  /** Queries outside a transaction. */
  query: Executor;
  pool: Pool;
  /** Connections that keep their session, for the job runner: `pool`, unless that goes through a pooler of transactions. */
  sessionPool: Pool;
  /** SQL that follows `begin` where the limits of a session are not kept; else empty. */
  limits: string;
  /** Runs `work` in one transaction, which is rolled back when it throws. */
  transaction<Result>(work: (transaction: Executor) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
};

/** Milliseconds for opening a connection. */
const connectMilliseconds = 5_000;

/** Milliseconds that a query waits for a free connection. Longer than opening one takes, because many may wait. */
const waitMilliseconds = 30_000;

/** Connections for three job runners: one each that listens, and short statements. */
const sessionPoolSize = 8;

/** Ends statements after 30 s, and transactions in which a stopped process would keep a user's credits locked. */
const sessionLimits = `set statement_timeout = '30s'; set idle_in_transaction_session_timeout = '30s'`;

/** The same for one transaction. It is sent together with `begin`, so that it takes no time. */
const transactionLimits = `; set local statement_timeout = '30s'; set local idle_in_transaction_session_timeout = '30s'`;

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
 * Prepares no statement by name: each transaction may run on another connection of PostgreSQL, which does not have it.
 * Debian's PgBouncer (1.18) does not prepare it there.
 */
class UnnamedClient extends PooledClient {
  constructor(config?: ClientConfig) {
    super(config);
    const query = this.query.bind(this) as (...parts: unknown[]) => unknown;
    this.query = ((first: unknown, ...more: unknown[]) =>
      query(withoutName(first), ...more)) as Client['query'];
  }
}

type ConnectOptions = {
  /** The database itself, if `url` is a pooler that gives each transaction another connection. */
  directUrl?: string | undefined;
  /** Milliseconds after which a query fails, also if nothing comes from a machine without power. By default it waits. */
  queryMilliseconds?: number | undefined;
};

/**
 * Opens a pool of at most `size` connections. Does not connect yet: each query fails while the database is unreachable.
 */
export function connect(
  url: string,
  log: Pick<Logger, 'warn'>,
  size = 20,
  { directUrl, queryMilliseconds }: ConnectOptions = {},
): Database {
  const isShared = directUrl !== undefined;
  const pool = openPool(url, log, { size, isShared, queryMilliseconds });
  const sessionPool = isShared
    ? openPool(directUrl, log, { size: sessionPoolSize, isShared: false })
    : pool;
  const limits = isShared ? transactionLimits : '';
  return {
    url: directUrl ?? url,
    query: drizzle(pool),
    pool,
    sessionPool,
    limits,
    transaction: (work) => inTransaction(pool, `begin${limits}`, work),
    close: async () => {
      if (isShared) await sessionPool.end();
      await pool.end();
    },
  };
}

type PoolOptions = Pick<ConnectOptions, 'queryMilliseconds'> & { size: number; isShared: boolean };

function openPool(
  url: string,
  log: Pick<Logger, 'warn'>,
  { size, isShared, queryMilliseconds }: PoolOptions,
): Pool {
  const pool = new Pool({
    connectionString: url,
    max: size,
    Client: isShared ? UnnamedClient : PooledClient,
    connectionTimeoutMillis: queryMilliseconds ?? waitMilliseconds,
    query_timeout: queryMilliseconds,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    ...(isShared ? {} : { verify: limitSession }),
  });
  // Without these listeners, a broken connection would end the process, whether idle or in use.
  pool.on('error', (error: Error & { code?: string }) => {
    log.warn({ code: error.code }, 'a database connection was lost');
  });
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

function withoutName(query: unknown): unknown {
  const isNamed = typeof query === 'object' && query !== null && 'name' in query && 'text' in query;
  return isNamed ? { ...query, name: undefined } : query;
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
  begin: string,
  work: (transaction: Executor) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    await client.query(begin);
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
