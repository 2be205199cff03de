import type { Logger } from 'pino';
import { createApp } from '#server/app.ts';
import type { Config } from '#server/config.ts';
import type { Platform } from '#server/context.ts';
import type { Database } from '#server/db/connect.ts';
import { folderId, lockInstance } from '#server/db/instanceLock.ts';
import { openDatabase } from '#server/db/open.ts';
import { whenReachable } from '#server/whenReachable.ts';
import { isDatabaseGone } from '#server/errors.ts';
import { type HttpServer, startHttpServer } from '#server/httpServer.ts';
import { startJobs } from '#server/jobs/jobs.ts';
import { startMediaJobs } from '#server/jobs/mediaJobs.ts';
import { startPublishJobs } from '#server/jobs/publishJobs.ts';
import { type RunningPlatform, startPlatform } from '#server/platform.ts';
import { backupBefore } from '#server/services/backup/backupBefore.ts';
import { isDemoFolder } from '#server/services/demo/demoFolder.ts';
import { loadDemo } from '#server/services/demo/loadDemo.ts';
import { addStarterExamples } from '#server/services/gpts/examples/addStarterExamples.ts';
import { loadStarterIfEmpty } from '#server/services/gpts/loadStarter.ts';
import { ensureRelease } from '#server/services/publishing/ensureRelease.ts';
import { choiceSentence, closedChoices } from '#server/services/models/mediaChoices.ts';
import {
  configFor,
  configOfPages,
  restoredCopySentence,
} from '#server/services/operation/restoredCopy.ts';
import { recordServer } from '#server/services/operation/runningServers.ts';
import { followRelease } from '#server/services/publishing/shared/followRelease.ts';
import { requestPublish } from '#server/services/publishRequests/requestPublish.ts';
import { storeServerAddress } from '#server/services/publishing/serverAddress.ts';
import { SnapshotAwayError } from '#server/services/snapshot/fetchSnapshot.ts';

export type RunningServer = {
  url: string;
  /** Drains running answers, then closes everything in the opposite order of the start. */
  close(): Promise<void>;
};

/** Delay of the next publish after the one at the start failed. */
const retryAfterStartSeconds = 60;

type Print = (line: string) => void;

type Start = {
  config: Config;
  log: Logger;
  print: Print;
  onLost: () => void;
  signal: AbortSignal | undefined;
  /** Functions that close the opened resources, to be called in the opposite order. */
  opened: (() => Promise<unknown>)[];
};

/**
 * Starts everything in order and prints each step: port, database, catalogue, server, site. When a step fails, closes
 * the earlier steps and throws an error with advice. An abort of `signal` cancels the start. `onLost` is called when
 * another server took the data folder while the database was away.
 */
export async function startServer(
  config: Config,
  log: Logger,
  print: Print,
  onLost: () => void,
  signal?: AbortSignal,
): Promise<RunningServer> {
  const start: Start = { config, log, print, onLost, signal, opened: [] };
  try {
    return await openAll(start);
  } catch (error) {
    await closeAll(start);
    throw error;
  }
}

async function openAll(start: Start): Promise<RunningServer> {
  const { config, log, print, opened, signal } = start;
  const http = await openPort(config);
  opened.push(() => http.close(1));
  const database = await openAndLock(start);
  await whenReachable(() => loadCatalogue(database, print), start.log, signal);
  const platform = await startPlatform(await configFor(database.query, config), database, log);
  opened.push(() => platform.close());
  if (config.searchAtStart) platform.search.loadStored();
  if (isDemoFolder(config.dataDir)) await loadDemo(platform, print);
  const app = createApp(platform);
  http.handleWith((request, bindings) => app.fetch(request, bindings));
  // Answers end before connections close, so that readers get the end, and connections before the database closes.
  const drain = () => platform.runner.drain(config.drainSeconds);
  opened.push(async () => {
    await drain();
    await platform.chatChanges.close();
    await http.close(1);
  });
  const url = `http://${localName(config.host)}:${http.port}`;
  await storeServerAddress(config, url, platform.mail.mailboxUrl);
  const jobs = await startJobs(platform, { publishTimes: config.publishTimes, signal });
  // Both at the same time, because no questions are accepted from here on, even while a long task runs.
  opened.push(() => Promise.allSettled([jobs.stop(), drain()]));
  const mediaJobs = await startMediaJobs(platform, signal);
  opened.push(() => mediaJobs.stop());
  if (config.publishAtStart) await startPublishing(start, platform, url);
  if (config.releaseStore !== undefined) opened.push(await followRelease(config, log));
  signal?.throwIfAborted();
  if (config.searchAtStart) platform.search.warm();
  // Before the ready line, after which commands must find this server.
  opened.push(await recordServer(config, { url, demo: isDemoFolder(config.dataDir) }));
  printReady(platform, url, print);
  if (platform.config.isRestoredCopy) log.warn(restoredCopySentence);
  return { url, close: () => closeAll(start) };
}

async function startPublishing(
  { config, print, opened, signal }: Start,
  platform: Platform,
  url: string,
): Promise<void> {
  const { log } = platform;
  const siteConfig = configOfPages(config, platform.config);
  // Publishing takes minutes, in which the database may be away for a moment.
  const ensured = await whenReachable(
    () => ensureRelease({ ...platform, config: siteConfig }, url, print, signal),
    log,
    signal,
    (error) => isDatabaseGone(error) || error instanceof SnapshotAwayError,
  );
  signal?.throwIfAborted();
  // After the first release, because publishes that were requested meanwhile would run at the same time.
  const siteId = await folderId(platform.config.dataDir);
  const address = async () => url;
  const jobs = await startPublishJobs(platform, { siteId, address, isServing: true, signal });
  opened.push(async () => jobs?.stop());
  if (ensured.kind !== 'failed') return;
  print(`The site could not be published; the release before is served: ${ensured.reason}`);
  log.error({ reason: ensured.reason }, 'publishing at the start failed');
  const request = { by: 'start', isAutomatic: true, delaySeconds: retryAfterStartSeconds };
  await whenReachable(() => requestPublish(platform.database.query, request), log, signal);
}

async function openPort(config: Config): Promise<HttpServer> {
  try {
    return await startHttpServer(config.host, config.port);
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'EADDRINUSE') throw error;
    const text = `Port ${config.port} is taken: stop what uses it, or set PORT to another number.`;
    throw new Error(text, { cause: error });
  }
}

async function openAndLock({ config, log, print, opened, onLost }: Start): Promise<Database> {
  const started = performance.now();
  const database = await openDatabase(config, log, undefined, backupBefore(config, log));
  opened.push(() => database.close());
  const lock = await lockInstance(database.url, config.dataDir, onLost);
  if (!lock) {
    throw new Error(
      `Another server uses the data folder ${config.dataDir}: stop it, or set DATA_DIR to another folder.`,
    );
  }
  opened.push(() => lock.release());
  const kind = config.databaseUrl === undefined ? 'embedded PostgreSQL' : 'DATABASE_URL';
  print(`✓ Database ready (${kind}, ${seconds(started)})`);
  return database;
}

async function loadCatalogue(database: Database, print: Print): Promise<void> {
  const report = await loadStarterIfEmpty(database);
  if (!report) {
    const added = await addStarterExamples(database);
    if (added > 0) print(`✓ Examples added to ${added} assistants of the starter catalogue`);
    return;
  }
  print(`✓ Starter catalogue loaded (${report.added} assistants)`);
  for (const { place, reason } of report.rejections) print(`  ${place}: ${reason}`);
}

function printReady(platform: RunningPlatform, url: string, print: Print): void {
  const { config, mail, paymentSandboxUrl } = platform;
  print('');
  print(`Dolores is ready: ${url}`);
  if (config.isRestoredCopy) print(`  ${restoredCopySentence}`);
  if (isDemoFolder(config.dataDir)) {
    print('  Demo data: figures, ratings and reviews are generated, and every page says so.');
  }
  if (mail.mailboxUrl) print(`  Mail goes to the development mailbox: ${mail.mailboxUrl}`);
  if (paymentSandboxUrl) print(`  Nobody pays money here: payments go to ${paymentSandboxUrl}`);
  const names = config.providers.map(({ name }) => name).join(', ');
  if (names) print(`  Model providers: ${names}`);
  if (config.sandboxModels && !config.providers.some(({ name }) => name === 'compatible')) {
    print('  Models without a provider are answered by a sandbox that says so.');
  }
  for (const choice of closedChoices(platform)) print(`  ${choiceSentence(choice)}`);
}

/** Returns the host name by which programs on this computer reach a server that listens on `host`. */
function localName(host: string): string {
  if (['localhost', '0.0.0.0', '::'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

async function closeAll({ opened }: Start): Promise<void> {
  for (const close of opened.toReversed()) await close().catch(() => undefined);
}

function seconds(started: number): string {
  return `${((performance.now() - started) / 1_000).toFixed(1)} s`;
}
