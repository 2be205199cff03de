import type { Logger } from 'pino';
import { createApp } from '#server/app.ts';
import type { Config } from '#server/config.ts';
import type { Platform } from '#server/context.ts';
import type { Database } from '#server/db/connect.ts';
import { folderId, lockInstance } from '#server/db/instanceLock.ts';
import { openDatabase } from '#server/db/open.ts';
import { type HttpServer, startHttpServer } from '#server/httpServer.ts';
import { startJobs } from '#server/jobs/jobs.ts';
import { startMediaJobs } from '#server/jobs/mediaJobs.ts';
import { startPublishJobs } from '#server/jobs/publishJobs.ts';
import { type RunningPlatform, startPlatform } from '#server/platform.ts';
import { isDemoFolder } from '#server/services/demo/demoFolder.ts';
import { loadDemo } from '#server/services/demo/loadDemo.ts';
import { loadStarterIfEmpty } from '#server/services/gpts/loadStarter.ts';
import { ensureRelease } from '#server/services/publishing/ensureRelease.ts';
import { askForPublish } from '#server/services/publishing/queue/askForPublish.ts';
import { announceServer } from '#server/services/publishing/serverAddress.ts';

export type RunningServer = {
  url: string;
  /** Drains running answers, then closes everything in the opposite order of the start. */
  close(): Promise<void>;
};

/** The reason why the publish at the start failed rarely ends at once. */
const secondsUntilNextTry = 60;

/** The first visitors get pages before the search reads the catalogue. */
const warmMilliseconds = 3_000;

type Say = (line: string) => void;

/** Closes the opened resources in the opposite order. */
type Opened = (() => Promise<unknown>)[];

/**
 * Starts everything in order and says each step: port, database, catalogue, server, site. When a step fails, what was
 * opened before it is closed again and the error says in one sentence what to do. An abort of `signal` breaks it off.
 * `onLost` is called when another server took the data folder while the database was away.
 */
export async function startServer(
  config: Config,
  log: Logger,
  say: Say,
  onLost: () => void,
  signal?: AbortSignal,
): Promise<RunningServer> {
  const opened: Opened = [];
  try {
    return await start(config, log, say, opened, onLost, signal);
  } catch (error) {
    await closeAll(opened);
    throw error;
  }
}

async function start(
  config: Config,
  log: Logger,
  say: Say,
  opened: Opened,
  onLost: () => void,
  signal: AbortSignal | undefined,
): Promise<RunningServer> {
  const http = await openPort(config);
  opened.push(() => http.close(1));
  const database = await openAndLock(config, log, say, opened, onLost);
  await loadCatalogue(database, say);
  const platform = await startPlatform(config, database, log);
  opened.push(() => platform.close());
  if (isDemoFolder(config.dataDir)) await loadDemo(platform, say);
  const app = createApp(platform);
  http.answerWith((request, bindings) => app.fetch(request, bindings));
  // Answers end before connections are closed, so that readers see the end; and those before the database they need.
  const drain = () => platform.runner.drain(config.drainSeconds);
  opened.push(() => drain().then(() => http.close(1)));
  const url = `http://${localName(config.host)}:${http.port}`;
  await announceServer(config, url, platform.mail.mailboxUrl);
  const jobs = await startJobs(platform, config.publishTimes);
  // A long task must not keep the door open for more questions.
  opened.push(() => Promise.allSettled([jobs.stop(), drain()]));
  const mediaJobs = await startMediaJobs(platform);
  opened.push(() => mediaJobs.stop());
  if (config.publishAtStart) await startPublishing(platform, url, say, opened, signal);
  signal?.throwIfAborted();
  if (config.searchAtStart) setTimeout(() => platform.search.warm(), warmMilliseconds).unref();
  sayReady(platform, url, say);
  return { url, close: () => closeAll(opened) };
}

async function startPublishing(
  platform: Platform,
  url: string,
  say: Say,
  opened: Opened,
  signal: AbortSignal | undefined,
): Promise<void> {
  const ensured = await ensureRelease(platform, url, say, signal);
  signal?.throwIfAborted();
  // After the first release: what was asked for meanwhile would publish at the same time.
  const siteId = await folderId(platform.config.dataDir);
  const address = async () => url;
  const jobs = await startPublishJobs(platform, { siteId, address, isServing: true });
  opened.push(async () => jobs?.stop());
  if (ensured.kind !== 'failed') return;
  say(`The site could not be published; the release before is served: ${ensured.reason}`);
  platform.log.error({ reason: ensured.reason }, 'publishing at the start failed');
  const ask = { by: 'start', isAutomatic: true, delaySeconds: secondsUntilNextTry };
  await askForPublish(platform.database.query, ask);
}

async function openPort(config: Config): Promise<HttpServer> {
  try {
    return await startHttpServer(config.host, config.port);
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'EADDRINUSE') throw error;
    throw new Error(
      `Port ${config.port} is taken: stop what uses it, or set PORT to another number.`,
      {
        cause: error,
      },
    );
  }
}

async function openAndLock(
  config: Config,
  log: Logger,
  say: Say,
  opened: Opened,
  onLost: () => void,
): Promise<Database> {
  const started = performance.now();
  const database = await openDatabase(config, log);
  opened.push(() => database.close());
  const lock = await lockInstance(database.url, config.dataDir, onLost);
  if (!lock) {
    throw new Error(
      `Another server uses the data folder ${config.dataDir}: stop it, or set DATA_DIR to another folder.`,
    );
  }
  opened.push(() => lock.release());
  const kind = config.databaseUrl === undefined ? 'embedded PostgreSQL' : 'DATABASE_URL';
  say(`✓ Database ready (${kind}, ${seconds(started)})`);
  return database;
}

async function loadCatalogue(database: Database, say: Say): Promise<void> {
  const report = await loadStarterIfEmpty(database);
  if (!report) return;
  say(`✓ Starter catalogue loaded (${report.added} assistants)`);
  for (const { place, reason } of report.rejections) say(`  ${place}: ${reason}`);
}

function sayReady(
  { config, mail, paymentSandboxUrl }: RunningPlatform,
  url: string,
  say: Say,
): void {
  say('');
  say(`Dolores is ready: ${url}`);
  if (isDemoFolder(config.dataDir)) {
    say('  Demo data: figures, ratings and reviews are generated, and every page says so.');
  }
  if (mail.mailboxUrl) say(`  Mail goes to the development mailbox: ${mail.mailboxUrl}`);
  if (paymentSandboxUrl) say(`  Nobody pays money here: payments go to ${paymentSandboxUrl}`);
  const names = config.providers.map(({ name }) => name).join(', ');
  if (names) say(`  Model providers: ${names}`);
  if (config.sandboxModels && !config.providers.some(({ name }) => name === 'compatible')) {
    say('  Models without a provider are answered by a sandbox that says so.');
  }
}

/** How programs on this machine reach a server that listens on `host`. */
function localName(host: string): string {
  if (['localhost', '0.0.0.0', '::'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

async function closeAll(opened: Opened): Promise<void> {
  for (const close of opened.toReversed()) await close().catch(() => undefined);
}

function seconds(started: number): string {
  return `${((performance.now() - started) / 1_000).toFixed(1)} s`;
}
