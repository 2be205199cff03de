import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { MediaProviderName } from '#domain/models/providers.ts';
import { mediaFile } from '#server/db/schema/mediaJobs.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { removeMedia } from '#server/services/files/mediaRemovals.ts';
import { type TestDatabase, corePlatform, createTestDatabase } from '../database.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../databaseProxy.ts';
import { type TestServer, startTestServer } from '../server.ts';
import { StateSteps } from '../shop/stateSteps.ts';
import { Providers } from './providers.ts';
import { environmentOf, providersOfServers, publicUrl } from './studioEnvironment.ts';
import { StudioWorkers } from './studioWorkers.ts';

/** Tables whose changes are steps. Progress (`answer_event`) does not count. */
const mediaTables = /\b(?:media_\w+|credit_\w+|ledger_\w+)\b/;

/** Longer than a lease. */
const deadSeconds = 20;

type Parts = {
  database: TestDatabase;
  proxy: DatabaseProxy;
  providers: Providers;
  servers: ReadonlyMap<MediaProviderName, TestServer>;
  folder: string;
};

type Options = { names: readonly MediaProviderName[]; workers?: number };

/** The product with local servers of its media providers, and workers of its own that can be killed at each step. */
export class Studio {
  readonly database: TestDatabase;
  readonly providers: Providers;
  readonly workers: StudioWorkers;
  /** The connection of the first worker: everything of it goes through the proxy. */
  readonly steps: StateSteps;
  /** Called when a worker has been killed, before the next one starts. */
  afterKill: () => Promise<void> = async () => {};
  readonly #servers: Parts['servers'];
  readonly #proxy: DatabaseProxy;
  readonly #folder: string;

  private constructor(parts: Parts, names: readonly MediaProviderName[], workers: number) {
    const { database, proxy, providers, servers, folder } = parts;
    this.database = database;
    this.providers = providers;
    this.#servers = servers;
    this.#proxy = proxy;
    this.#folder = folder;
    const environment = {
      ...environmentOf(providers, names, folder),
      DATA_DIR: join(folder, 'worker'),
      DATABASE_URL: proxy.url,
      PUBLIC_URL: publicUrl,
      // Many starts of the same code.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(folder, 'compiled'),
    };
    this.workers = new StudioWorkers(environment, workers, async () => {
      await this.afterKill();
      await this.passTime(deadSeconds);
    });
    const kill = () => this.workers.kill();
    this.steps = new StateSteps(kill, { tables: mediaTables, beforeCommits: true });
    proxy.watch(this.steps);
    providers.after = (call) => this.steps.take(call);
  }

  static async open({ names, workers = 1 }: Options): Promise<Studio> {
    const [database, providers, folder] = await Promise.all([
      createTestDatabase(),
      Providers.start(),
      mkdtemp(join(tmpdir(), 'dolores-studio-')),
    ]);
    const proxy = await startDatabaseProxy(database.url);
    const servers = await startServers(database, providers, names, folder);
    const studio = new Studio({ database, proxy, providers, servers, folder }, names, workers);
    await studio.workers.ready();
    return studio;
  }

  async close(): Promise<void> {
    await this.workers.close();
    for (const server of new Set(this.#servers.values())) await server.close();
    await this.#proxy.close();
    await this.providers.close();
    await this.database.drop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** The server whose questions go to this provider. */
  serverOf(name: MediaProviderName): TestServer {
    const server = this.#servers.get(name);
    if (!server) throw new Error(`${name} is not connected`);
    return server;
  }

  /** Shifts all times back by so many seconds: leases end, future steps are due. */
  async passTime(seconds: number): Promise<void> {
    const earlier = sql`make_interval(secs => ${seconds})`;
    await this.database.query.execute(sql`update media_job set lease_ends = lease_ends - ${earlier},
      next_step = next_step - ${earlier}, deadline = deadline - ${earlier}, created = created - ${earlier},
      started = started - ${earlier}, submit_tried = submit_tried - ${earlier}`);
  }

  /** Compares everything once all has ended: no job and no hold is open, the ledger is right, no file is left over. */
  async check(): Promise<void> {
    const { query } = this.database;
    const open = await query.execute(
      sql`select answer_id, state from media_job where state in ('queued', 'submitted', 'running')`,
    );
    expect(open.rows).toEqual([]);
    const held = await query.execute(sql`select user_id from credit_balance where held <> 0`);
    expect(held.rows).toEqual([]);
    expect(await verifyLedger(this.database)).toEqual([]);
    await query.execute(sql`update media_removal set due = now()`);
    const [server] = this.#servers.values();
    if (!server) return;
    const { media } = server.platform;
    await removeMedia({ ...corePlatform(this.database), media });
    const files = await query.select({ id: mediaFile.id }).from(mediaFile);
    const kept = files.map(({ id }) => id).toSorted();
    expect(await this.#storedFiles()).toEqual(kept);
  }

  async #storedFiles(): Promise<string[]> {
    const folder = join(this.#folder, 'media', 'media');
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).toSorted();
  }
}

async function startServers(
  database: TestDatabase,
  providers: Providers,
  names: readonly MediaProviderName[],
  folder: string,
): Promise<Map<MediaProviderName, TestServer>> {
  const servers = new Map<MediaProviderName, TestServer>();
  for (const group of providersOfServers) {
    const own = group.filter((name) => names.includes(name));
    if (own.length === 0) continue;
    const environment = environmentOf(providers, own, folder);
    const server = await startTestServer({ environment, database });
    for (const name of own) servers.set(name, server);
  }
  return servers;
}
