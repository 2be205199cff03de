import { setTimeout as wait } from 'node:timers/promises';

import { makeSocketFolder, prepareCluster, type Cluster } from './embeddedFolder.ts';
import { findPostmaster, port, shutDown, spawnPostmaster } from './embeddedPostmaster.ts';
import { openSession, type Session } from './embeddedSession.ts';

const inTheWayLimitMs = 30_000;
const firstPauseMs = 100;
const longestPauseMs = 10_000;
const calmMs = 60_000;

/** A PostgreSQL server that we keep running. */
export interface EmbeddedDatabase {
  /** Connection string of the application's own database and role, for `pg`. Stays the same. */
  url: string;
  /** True when the server was already running, started by another process or an earlier one. */
  attached: boolean;
  /**
   * Stops the server and answers when its process has ended; leaves it running when another
   * process still has it by `startEmbedded`. Close your own connections first: they are cut.
   */
  stop: () => Promise<void>;
}

export interface EmbeddedOptions {
  /** The application's data folder; made when absent. The database is in its `postgres` folder. */
  dataDir: string;
  /** The `bin` folder of another installation, 15 or newer, instead of the shipped binaries. */
  postgresBin?: string | undefined;
  /** Takes progress and failures, one line each, without personal data. */
  log: (line: string) => void;
}

/**
 * Starts the PostgreSQL of this data folder, or joins the one that already runs there, and starts it
 * again whenever it dies until `stop` is called. Answers when it takes connections.
 * Throws an Error whose sentence can be shown to the operator.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, log, postgresBin } = options;
  const cluster = await prepareCluster(dataDir, postgresBin, log);
  const joined = await join(cluster, log);
  await joined.session.makeDatabase();
  const stop = supervise(cluster, joined, log);
  return { url: toUrl(joined.socketFolder), attached: joined.attached, stop };
}

interface Joined {
  session: Session;
  socketFolder: string;
  attached: boolean;
}

/** Attaches or spawns, whichever works: starts of several processes may cross each other. */
async function join(
  cluster: Cluster,
  log: (line: string) => void,
  knownSocketFolder?: string,
): Promise<Joined> {
  const deadline = Date.now() + inTheWayLimitMs;
  for (;;) {
    const running = await findPostmaster(cluster);
    if (running !== undefined) {
      const session = await openSession(running, log);
      if (session !== undefined) {
        return { session, socketFolder: running.socketFolder, attached: true };
      }
    }
    const socketFolder = await makeSocketFolder(cluster, knownSocketFolder);
    const spawned = await spawnPostmaster(cluster, socketFolder);
    const session = await openSession(spawned, log);
    if (session !== undefined) {
      // The other server of a crossed start has the same socket: the file says whose connection this is.
      const attached = (await findPostmaster(cluster))?.pid !== spawned.pid;
      return { session, socketFolder, attached };
    }
    const { error, mayPass } = await spawned.failure();
    if (!mayPass || Date.now() > deadline) throw error;
    await wait(firstPauseMs);
  }
}

/** Starts the watch over a joined database and answers the function that ends both. */
function supervise(
  cluster: Cluster,
  joined: Joined,
  log: (line: string) => void,
): () => Promise<void> {
  const stopping = new AbortController();
  const watching = watch(cluster, joined, stopping.signal, log);
  async function stop(): Promise<void> {
    stopping.abort();
    const session = await watching;
    const isLast = (await session?.leave()) ?? true;
    const postmaster = isLast ? await findPostmaster(cluster) : undefined;
    if (postmaster !== undefined) await shutDown(postmaster, log);
  }
  let ending: Promise<void> | undefined;
  return () => (ending ??= stop());
}

/** Joins again whenever our session ends. Ends the last session when it is told to stop. */
async function watch(
  cluster: Cluster,
  { session: first, socketFolder }: Joined,
  signal: AbortSignal,
  log: (line: string) => void,
): Promise<Session | undefined> {
  const stopped = new Promise((resolve) => signal.addEventListener('abort', resolve));
  let session: Session | undefined = first;
  let joinedAt = Date.now();
  let pause = firstPauseMs;
  while (!signal.aborted) {
    if (session !== undefined) await Promise.race([session.ended, stopped]);
    if (signal.aborted) break;
    pause = Date.now() - joinedAt > calmMs ? firstPauseMs : Math.min(pause * 2, longestPauseMs);
    await wait(pause, undefined, { signal }).catch(() => undefined);
    session = signal.aborted ? undefined : await joinAgain(cluster, socketFolder, log);
    joinedAt = Date.now();
  }
  return session;
}

async function joinAgain(
  cluster: Cluster,
  socketFolder: string,
  log: (line: string) => void,
): Promise<Session | undefined> {
  try {
    const joined = await join(cluster, log, socketFolder);
    if (!joined.attached) log('PostgreSQL had died and was started again');
    if (joined.socketFolder !== socketFolder) {
      log('PostgreSQL was started by another process with another TMPDIR; restart this process');
    }
    return joined.session;
  } catch (error) {
    log(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

/** The host in the query wins over localhost, which is there because `new URL` demands a host. */
function toUrl(socketFolder: string): string {
  const query = new URLSearchParams({ host: socketFolder, port: String(port), sslmode: 'disable' });
  return `postgresql://dolores@localhost/dolores?${query}`;
}
