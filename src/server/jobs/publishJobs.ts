import type { Config } from '#server/config.ts';
import type { Platform } from '#server/context.ts';
import { redactedError } from '#server/errors.ts';
import { runWorker } from '#server/jobs/runWorker.ts';
import { operatorToken } from '#server/services/publishing/operatorToken.ts';
import { publish } from '#server/services/publishing/publish.ts';
import { Recompression } from '#server/services/publishing/recompression.ts';
import { markSiteSeen, registerSite } from '#server/services/publishing/queue/registerSite.ts';
import {
  type Publish,
  type PublishMeans,
  runPublishes,
} from '#server/services/publishing/queue/runPublishes.ts';
import { publishTask, wakePublishing } from '#server/services/publishing/queue/wakePublishing.ts';
import { fetchSnapshot, fetchSnapshotChanges } from '#server/services/snapshot/fetchSnapshot.ts';

/** How often a process says that it is there, and looks for what a dead one left. */
const lookMilliseconds = 30_000;

type Means = Pick<Platform, 'config' | 'database' | 'log'>;

type Options = {
  /** The data folder’s own name for itself. */
  siteId: string;
  /** The API that the snapshot is read from; asked for anew with each publish. */
  address: () => Promise<string | undefined>;
  /** Whether the site of this data folder is served from here; a worker helps only where a server has said so. */
  isServing: boolean;
  /** Instead of the real one. */
  publish?: Publish;
};

export type PublishJobs = {
  /** Breaks off a publish that runs, which waits for the next start then. */
  stop(): Promise<void>;
};

/**
 * Publishes what is asked for, in this process, one after the other. They have a runner of their own: a publish takes
 * its time, and must not keep other jobs waiting. `undefined` where no server serves the site of this data folder.
 */
export async function startPublishJobs(
  means: Means,
  options: Options,
): Promise<PublishJobs | undefined> {
  const { config, database, log } = means;
  const { siteId } = options;
  const { query, pool } = database;
  if (!options.isServing && !(await markSiteSeen(query, siteId))) return undefined;
  const stopping = new AbortController();
  const recompression = new Recompression(config.dataDir, log);
  const work = async () => {
    await runPublishes({
      ...means,
      siteId,
      publish: async (input) => {
        await recompression.stop();
        return (options.publish ?? publish)(input);
      },
      source: apiSource(config, options.address),
      signal: stopping.signal,
    });
    if (!stopping.signal.aborted) recompression.start();
  };
  const taskList = { [publishTask(siteId)]: work };
  const worker = await runWorker({ pgPool: pool, taskList, concurrency: 1 }, log);
  // Only now: who asks for a publish of a registered site needs the worker’s tables.
  if (options.isServing) await registerSite(query, siteId);
  const look = () => wakePublishing(query, siteId, 0);
  await look();
  const timer = setInterval(() => {
    markSiteSeen(query, siteId)
      .then(look)
      .catch((error: unknown) => log.warn({ error: redactedError(error) }, 'publishing waits'));
  }, lookMilliseconds);
  return {
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await worker.stop();
      await recompression.stop();
    },
  };
}

/** The API that `address` names at the time when it is asked. */
function apiSource(config: Config, address: Options['address']): PublishMeans['source'] {
  const find = async () => {
    const found = config.apiUrl ?? (await address());
    if (found !== undefined) return found;
    throw new Error('No server runs on this data folder that the snapshot could be read from');
  };
  return {
    snapshot: async function* () {
      yield* fetchSnapshot(await find(), await operatorToken(config));
    },
    changes: async (since) =>
      fetchSnapshotChanges(await find(), await operatorToken(config), since),
  };
}
