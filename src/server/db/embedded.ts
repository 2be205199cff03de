import { setTimeout as wait } from 'node:timers/promises';

import { makeSocketFolder, prepareCluster, type Cluster } from './embeddedFolder.ts';
import { findPostmaster, port, PostmasterError, shutDown } from './embeddedPostmaster.ts';
import { spawnPostmaster } from './embeddedPostmaster.ts';
import { openSession, type Session } from './embeddedSession.ts';

const inTheWayLimitMs = 30_000;
const firstPauseMs = 100;
const longestPauseMs = 10_000;

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
  stop(): Promise<void>;
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
  const first = await join(cluster, log);
  await first.session.makeDatabase();
  const stop = supervise(cluster, first, log);
  return { url: toUrl(first.socketFolder), attached: first.attached, stop };
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
    if (session !== undefined) return { session, socketFolder, attached: false };
    const failure = await spawned.failure();
    if (!failure.retry || Date.now() > deadline) throw failure;
    await wait(firstPauseMs);
  }
}
