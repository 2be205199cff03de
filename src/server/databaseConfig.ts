import type { EnvironmentReader } from '#server/environment.ts';

/** The addresses of the database, and how long it keeps what grows. */
export type DatabaseConfig = {
  /** `undefined` means the embedded PostgreSQL. */
  databaseUrl: string | undefined;
  /** The same database for what needs a session, if `databaseUrl` is a pooler of transactions. */
  directDatabaseUrl?: string | undefined;
  /** A streaming replica, for what visitors read. */
  readDatabaseUrl?: string | undefined;
  /** Seconds that the replica may be behind. */
  replicaLagSeconds?: number;
  /** Days for which the costs of answers are kept; 0 for ever. */
  costsKeptDays?: number;
  /** Folder of the PostgreSQL to embed. */
  postgresBin: string | undefined;
};

const protocols = ['postgres:', 'postgresql:'];

/** Reads the addresses of the database. Those beside `DATABASE_URL` need it. */
export function readDatabase(read: EnvironmentReader): DatabaseConfig {
  const config = {
    databaseUrl: read.url('DATABASE_URL', protocols),
    directDatabaseUrl: read.url('DIRECT_DATABASE_URL', protocols),
    readDatabaseUrl: read.url('READ_DATABASE_URL', protocols),
    replicaLagSeconds: read.number('REPLICA_LAG_SECONDS', 3, 2, 600),
    costsKeptDays: read.integer('COSTS_KEPT_DAYS', 0, 0, 36_500),
    postgresBin: read.text('POSTGRES_BIN'),
  };
  if (config.databaseUrl !== undefined) return config;
  if (config.directDatabaseUrl !== undefined) {
    read.problems.push('DIRECT_DATABASE_URL is the database of DATABASE_URL, which is missing');
  }
  if (config.readDatabaseUrl !== undefined) {
    read.problems.push('READ_DATABASE_URL is a replica of DATABASE_URL, which is missing');
  }
  return config;
}
