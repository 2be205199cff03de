import { setTimeout as wait } from 'node:timers/promises';

import { makeSocketFolder, prepareCluster, type Cluster } from './embeddedFolder.ts';
import { findPostmaster, port, shutDown, spawnPostmaster } from './embeddedPostmaster.ts';
import { openSession, type Session } from './embeddedSession.ts';

/** How long another server, or the rest of one, may prevent a start. */
const conflictLimitMs = 30_000;
const firstBackoffMs = 100;
const longestBackoffMs = 10_000;
/** After this time of running, the backoff starts from the beginning. */
const stableMs = 60_000;
/** Nine processes with a pool of 20 each, and the connections of operators. */
const usualConnections = 200;

/** A PostgreSQL server that we keep running. */
export interface EmbeddedDatabase {
  /** Connection string of the application's own database and role, for `pg`. Stays the same. */
  url: string;
  /** True when the server was already running, started by another process or an earlier one. */
  attached: boolean;
  /**
   * Stops the server and waits until its process has ended. Leaves it running while another process uses it by
   * `startEmbedded`. Close your own connections first, because they are cut.
   */
  stop: () => Promise<void>;
}

export interface EmbeddedOptions {
  /** The application's data folder; created if missing. The database is in its `postgres` folder. */
  dataDir: string;
  /** The `bin` folder of another installation, version 15 or newer, instead of the shipped binaries. */
  postgresBin?: string | undefined;
  /** How many connections it accepts at a time; 200 if left out. A server that already runs keeps its own number. */
  maxConnections?: number;
  /** Called with progress and failures, one line each, without personal data. */
  log: (line: string) => void;
}

/**
 * Starts the PostgreSQL of this data folder, or attaches to the one that already runs there, and restarts it whenever
 * it dies, until `stop` is called. Returns when it accepts connections. Throws an error whose message is for the
 * operator.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, log, postgresBin, maxConnections = usualConnections } = options;
  const cluster = await prepareCluster(dataDir, postgresBin, maxConnections, log);
  const attachment = await attachOrStart(cluster, log);
  await attachment.session.makeDatabase();
  const stop = supervise(cluster, attachment, log);
  return { url: toUrl(attachment.socketFolder), attached: attachment.attached, stop };
}

interface Attachment {
  session: Session;
  socketFolder: string;
  attached: boolean;
}

/** Attaches to a running server or starts one. Tries both repeatedly, because several processes may start at once. */
async function attachOrStart(
  cluster: Cluster,
  log: (line: string) => void,
  knownSocketFolder?: string,
): Promise<Attachment> {
  const deadline = Date.now() + conflictLimitMs;
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
      // Another server that started at the same time has the same socket. The pid file identifies the one that this
      // connection uses.
      const attached = (await findPostmaster(cluster))?.pid !== spawned.pid;
      return { session, socketFolder, attached };
    }
    const { error, isConflict } = await spawned.failure();
    if (!isConflict || Date.now() > deadline) throw error;
    await wait(firstBackoffMs);
  }
}

/** Watches an attached server. Returns a function that ends the watch and stops the server. */
function supervise(
  cluster: Cluster,
  attachment: Attachment,
  log: (line: string) => void,
): () => Promise<void> {
  const stopping = new AbortController();
  const watching = watch(cluster, attachment, stopping.signal, log);
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

/** Attaches or starts again whenever our session ends, until `signal` aborts. Returns the last session. */
async function watch(
  cluster: Cluster,
  { session: first, socketFolder }: Attachment,
  signal: AbortSignal,
  log: (line: string) => void,
): Promise<Session | undefined> {
  const stopped = new Promise((resolve) => signal.addEventListener('abort', resolve));
  let session: Session | undefined = first;
  let attachedAt = Date.now();
  let backoff = firstBackoffMs;
  while (!signal.aborted) {
    if (session !== undefined) await Promise.race([session.ended, stopped]);
    if (signal.aborted) break;
    backoff =
      Date.now() - attachedAt > stableMs ? firstBackoffMs : Math.min(backoff * 2, longestBackoffMs);
    await wait(backoff, undefined, { signal }).catch(() => undefined);
    session = signal.aborted ? undefined : await recover(cluster, socketFolder, log);
    attachedAt = Date.now();
  }
  return session;
}

async function recover(
  cluster: Cluster,
  socketFolder: string,
  log: (line: string) => void,
): Promise<Session | undefined> {
  try {
    const attachment = await attachOrStart(cluster, log, socketFolder);
    if (!attachment.attached) log('PostgreSQL had died and was started again');
    if (attachment.socketFolder !== socketFolder) {
      log('PostgreSQL was started by another process with another TMPDIR; restart this process');
    }
    return attachment.session;
  } catch (error) {
    log(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

/** The host in the query takes precedence over `localhost`, which `new URL` requires. */
function toUrl(socketFolder: string): string {
  const query = new URLSearchParams({ host: socketFolder, port: String(port), sslmode: 'disable' });
  return `postgresql://dolores@localhost/dolores?${query}`;
}
