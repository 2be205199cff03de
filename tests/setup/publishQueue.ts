import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { pino } from 'pino';
import { startPublishJobs } from '#server/jobs/publishJobs.ts';
import { withLock } from '#server/services/publishing/lock.ts';
import { currentRelease } from '#release/manifest.ts';
import { siteFolder } from '#release/siteFolder.ts';
import { release, siteFiles, writeFolder } from './renderedSite.ts';
import type { TestServer } from './server.ts';

/** The next action of a publish of the queue: releases this edition, or fails for this reason. */
export type Play = { edition: string } | { fails: string };

export type QueueRow = {
  id: number;
  state: string;
  asked_by: string[];
  asks: number;
  attempt: number;
  is_full: boolean;
  release_id: string | null;
  pages: number | null;
  snapshot: string | null;
  reason: string | null;
  seconds_left: number;
};

/** The queue of a test server’s data folder with publishes that a test lets begin and end. Rendering is not its subject. */
export async function openQueue(
  { platform, database, url }: TestServer,
  siteId: string = randomUUID(),
) {
  const site = siteFolder(platform.config.dataDir);
  const logged: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => logged.push(line) });
  let stopped: Promise<void> | undefined;
  const plays: Play[] = [];
  const begun: { isFull: boolean }[] = [];
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  const jobs = await startPublishJobs(
    { ...platform, log },
    {
      siteId,
      address: async () => url,
      isServing: true,
      publish: ({ isFull, snapshot, signal }) =>
        withLock(site.lock, async () => {
          begun.push({ isFull });
          for await (const line of snapshot()) if (!line) break;
          const aborted = Promise.withResolvers<never>();
          signal?.throwIfAborted();
          signal?.addEventListener('abort', () => aborted.reject(new Error('stopped')));
          await Promise.race([gate.promise, aborted.promise]);
          const play = plays.shift() ?? { edition: 'any' };
          if ('fails' in play) throw new Error(play.fails);
          const folder = await writeFolder(siteFiles(play.edition));
          await mkdir(site.root, { recursive: true });
          const made = await release(platform.config.dataDir, folder);
          await rm(folder, { recursive: true });
          return { ...made, build: { counts: { pages: 42 } } };
        }),
    },
  );
  return {
    site,
    siteId,
    logged,
    plays,
    begun,
    /** Publishes begin and then wait until `open`. */
    shut: () => {
      gate = Promise.withResolvers<void>();
    },
    open: () => gate.resolve(),
    stop: async () => {
      stopped ??= jobs?.stop() ?? Promise.resolve();
      await stopped;
    },
    current: () => currentRelease(site),
    /** Every run, oldest first. */
    runs: async (): Promise<QueueRow[]> => {
      const { rows } = await database.pool.query<QueueRow>(
        `select id::int, state, asked_by, asks, attempt, is_full, release_id, pages, snapshot, reason,
          extract(epoch from due - now())::float as seconds_left
        from publish_run where site_id = $1 order by id`,
        [siteId],
      );
      return rows;
    },
  };
}

export type TestQueue = Awaited<ReturnType<typeof openQueue>>;

/** The states of all runs, oldest first. */
export async function statesOf(queue: TestQueue): Promise<string[]> {
  return (await queue.runs()).map(({ state }) => state);
}
