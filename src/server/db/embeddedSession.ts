import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import { Client } from 'pg';

import { port, shutDown, type Postmaster } from './embeddedPostmaster.ts';

const sessionName = 'dolores supervisor';
const lockNumber = 7_365_001;
const silenceLimitMs = 30_000;
const startLimitMs = 10 * 60_000;

/**
 * Our own session in the database. Other processes see by it that the postmaster is in use. We see by its end that the
 * postmaster has ended.
 */
export interface Session {
  /** Resolves when the connection has ended, for any reason. */
  ended: Promise<void>;
  /** Creates the role and the database of the application if they are missing. */
  makeDatabase(): Promise<void>;
  /** Ends the session. Returns true if no other supervisor uses the postmaster. */
  leave(): Promise<boolean>;
}

/**
 * Connects as soon as the postmaster accepts connections. Returns `undefined` if it ends before, or if it is alive but
 * cannot be reached; in that case it is shut down.
 */
export async function openSession(
  postmaster: Postmaster,
  log: (line: string) => void,
): Promise<Session | undefined> {
  const startedAt = Date.now();
  let lastResponse = startedAt;
  for (let tries = 0; await postmaster.isAlive(); tries += 1) {
    try {
      return toSession(await connect(postmaster.socketFolder));
    } catch (error) {
      if (isStarting(error)) lastResponse = Date.now();
      if (tries === 40) log('PostgreSQL is recovering its last changes');
    }
    const now = Date.now();
    if (now - lastResponse > silenceLimitMs || now - startedAt > startLimitMs) {
      log('PostgreSQL runs but does not answer; stopping it');
      await shutDown(postmaster, log);
    }
    // The growing pause keeps a long recovery from filling the log with refused connections.
    await wait(Math.min(20 + 5 * tries, 500));
  }
  return undefined;
}

interface Connection {
  client: Client;
  socket: Socket;
}

async function connect(socketFolder: string): Promise<Connection> {
  const socket = new Socket();
  const client = new Client({
    host: socketFolder,
    port,
    user: 'postgres',
    database: 'postgres',
    application_name: sessionName,
    connectionTimeoutMillis: 5_000,
    query_timeout: 15_000,
    // Overrides PGSSLMODE of the environment, which is for other servers.
    ssl: false,
    stream: () => socket,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return { client, socket };
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

function toSession({ client, socket }: Connection): Session {
  // Lets the process end if it forgets `stop`, except during a query of ours.
  socket.unref();
  return {
    ended: new Promise((resolve) => client.once('end', resolve)),
    makeDatabase: async () => {
      socket.ref();
      await locked(client, () => makeDatabase(client));
      socket.unref();
    },
    leave: async () => {
      socket.ref();
      try {
        return await locked(client, () => isLast(client));
      } catch {
        // The server does not respond, so it can be stopped: other processes will start it again.
        return true;
      } finally {
        await client.end().catch(() => undefined);
      }
    },
  };
}

/** The application's role is not a superuser, so that its queries cannot run programs. */
async function makeDatabase(client: Client): Promise<void> {
  const role = await client.query("select from pg_roles where rolname = 'dolores'");
  if (role.rowCount === 0) await client.query('create role dolores login createdb');
  const database = await client.query("select from pg_database where datname = 'dolores'");
  if (database.rowCount === 0) await client.query('create database dolores owner dolores');
}

/** Changes its own name first, so that of two sessions that leave at once, the later one is the last. */
async function isLast(client: Client): Promise<boolean> {
  await client.query("set application_name = 'dolores leaving'");
  const others = await client.query('select from pg_stat_activity where application_name = $1', [
    sessionName,
  ]);
  return others.rowCount === 0;
}

async function locked<Result>(client: Client, act: () => Promise<Result>): Promise<Result> {
  await client.query('select pg_advisory_lock($1)', [lockNumber]);
  try {
    return await act();
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lockNumber]);
  }
}

function isStarting(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57P03';
}
