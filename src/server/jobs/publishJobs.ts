import type { Config } from '#server/config.ts';
import type { CorePlatform } from '#server/context.ts';
import { whenReachable } from '#server/whenReachable.ts';
import { redactedError } from '#server/errors.ts';
import { runWorker } from '#server/jobs/runWorker.ts';
import { operatorToken } from '#server/services/publishing/operatorToken.ts';
import { publish } from '#server/services/publishing/publish.ts';
import { Recompression } from '#server/services/publishing/recompression.ts';
import { markSiteSeen, registerSite } from '#server/services/publishing/queue/registerSite.ts';
import {
  type Publish,
  type PublishRun,
  runPublishes,
} from '#server/services/publishing/queue/runPublishes.ts';
import { publishTask, wakePublishing } from '#server/services/publishing/queue/wakePublishing.ts';
import { fetchSnapshot, fetchSnapshotChanges } from '#server/services/snapshot/fetchSnapshot.ts';

/** Interval of marking the site as seen, and of looking for publishes that a killed process left. */
const checkMilliseconds = 30_000;

type Options = {
  /** The id in the data folder. */
  siteId: string;
  /** Returns the API that the snapshot is read from. Called for each publish. */
  address: () => Promise<string | undefined>;
  /** Whether this process serves the site of the data folder. A worker publishes only sites that a server has registered. */
  isServing: boolean;
  /** Replaces `publish`, for example to change its configuration. */
  publish?: Publish;
  /** Ends the wait for a database that is away. */
  signal?: AbortSignal | undefined;
};

type PublishJobs = {
  /** Aborts a running publish, which runs again after the next start. */
  stop(): Promise<void>;
};

/**
 * Runs requested publishes in this process, one after the other. They have their own graphile-worker runner, so that a
 * long publish does not delay other jobs. Returns `undefined` if no server has registered the site of this data folder.
 */
export async function startPublishJobs(
  platform: CorePlatform,
  options: Options,
): Promise<PublishJobs | undefined> {
  const { config, database, log } = platform;
  const { siteId, signal } = options;
  const { query, sessionPool } = database;
  if (!options.isServing && !(await markSiteSeen(query, siteId))) return undefined;
  const stopping = new AbortController();
  const recompression = new Recompression(config.dataDir, log);
  const work = async () => {
    await runPublishes(platform, {
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
  const worker = await runWorker({ pgPool: sessionPool, taskList, concurrency: 1 }, log, signal);
  // After the worker has started, because a request for a publish of a registered site needs the worker's tables.
  if (options.isServing) await whenReachable(() => registerSite(query, siteId), log, signal);
  const wake = () => wakePublishing(query, siteId, 0);
  await whenReachable(wake, log, signal);
  const timer = setInterval(() => {
    markSiteSeen(query, siteId)
      .then(wake)
      .catch((error: unknown) => log.warn({ error: redactedError(error) }, 'publishing waits'));
  }, checkMilliseconds);
  return {
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await Promise.all([worker.stop(), recompression.stop()]);
    },
  };
}

/** Returns a source that reads the snapshot from `API_URL`, or else from the address at the time of the call. */
function apiSource(config: Config, address: Options['address']): PublishRun['source'] {
  const apiUrl = async () => {
    const url = config.apiUrl ?? (await address());
    if (url !== undefined) return url;
    throw new Error('The snapshot cannot be read: no server runs on this data folder');
  };
  return {
    snapshot: async function* () {
      yield* fetchSnapshot(await apiUrl(), await operatorToken(config));
    },
    changes: async (since) =>
      fetchSnapshotChanges(await apiUrl(), await operatorToken(config), since),
  };
}
