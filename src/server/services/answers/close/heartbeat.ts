import { and, eq, sql } from 'drizzle-orm';
import { isUuid } from '#domain/texts/uuid.ts';
import type { CorePlatform, Platform } from '#server/context.ts';
import type { Database } from '#server/db/connect.ts';
import { storeHeartbeat } from '#server/db/queries/servers.ts';
import { answer } from '#server/db/schema/chat.ts';
import { serverInstance } from '#server/db/schema/operation.ts';
import { redactedError } from '#server/errors.ts';
import {
  interruptAnswers,
  reapAnswers,
  reapedAtOnce,
} from '#server/services/answers/close/reapAnswers.ts';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const beatSeconds = 5;

/**
 * Heartbeats in a row before a server may declare others dead. After an outage of the database, or a sleep of the
 * machine, all servers seem dead, and the first one to wake must not end the answers of the others.
 */
const beatsBeforeReaping = 3;

/** Sends the heartbeats of a server, and closes abandoned answers, its own and those of dead servers. */
export class Heartbeat {
  readonly #platform: CorePlatform;
  readonly #runner: Platform['runner'];
  readonly #timer: NodeJS.Timeout;
  #beatsInRow = 0;
  #isMaintaining = false;
  #hasTakenOver = false;

  private constructor(platform: CorePlatform, runner: Platform['runner']) {
    this.#platform = platform;
    this.#runner = runner;
    this.#timer = setInterval(() => void this.#beat(), beatSeconds * 1_000);
  }

  /** The previous server on this data folder has ended. Throws when the first heartbeat cannot be stored. */
  static async start(platform: CorePlatform, runner: Platform['runner']): Promise<Heartbeat> {
    const { database } = platform;
    await takeOverServer(platform, runner.ownerId);
    await storeHeartbeat(database.query, runner.ownerId);
    const heartbeat = new Heartbeat(platform, runner);
    // Users whose answers were interrupted by a restart wait for this; the start does not.
    void heartbeat.#beat();
    return heartbeat;
  }

  /**
   * Whether the answers of servers that had ended before this one started are closed. Until then their users have too many
   * running answers to ask.
   */
  get hasTakenOver(): boolean {
    return this.#hasTakenOver;
  }

  /** Records the orderly end of this server. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    const { query } = this.#platform.database;
    await query.delete(serverInstance).where(eq(serverInstance.id, this.#runner.ownerId));
  }

  async #beat(): Promise<void> {
    try {
      const { query } = this.#platform.database;
      const silence = await storeHeartbeat(query, this.#runner.ownerId);
      this.#beatsInRow = silence < 2 * beatSeconds ? this.#beatsInRow + 1 : 0;
      // The next heartbeat does not wait for answers that take long to close.
      if (!this.#isMaintaining) await this.#maintain();
    } catch (error) {
      this.#platform.log.warn({ error: redactedError(error) }, 'a heartbeat failed');
    }
  }

  async #maintain(): Promise<void> {
    const { config, database, now } = this.#platform;
    this.#isMaintaining = true;
    try {
      await this.#maintainOwn();
      const mayReap = this.#beatsInRow >= beatsBeforeReaping;
      const which = mayReap ? 'left and silent' : 'left';
      const ended = await reapAnswers(database, now(), which, config.answerSeconds);
      if (ended < reapedAtOnce) this.#hasTakenOver = true;
      if (mayReap) await deleteOldServers(database);
    } finally {
      this.#isMaintaining = false;
    }
  }

  /**
   * Stops answers whose stop notification was lost, and ends those that were stored but never started: their commit
   * succeeded, but the connection broke before the confirmation.
   */
  async #maintainOwn(): Promise<void> {
    const { database, now } = this.#platform;
    const runner = this.#runner;
    const { ownerId } = runner;
    const rows = await database.query
      .select({ id: answer.id, stopRequested: answer.stopRequested })
      .from(answer)
      .where(and(eq(answer.ownerId, ownerId), eq(answer.state, 'running')));
    for (const { id, stopRequested } of rows) if (stopRequested) runner.stop(id);
    const orphans = rows.filter(({ id }) => !runner.has(id)).map(({ id }) => ({ id, ownerId }));
    await interruptAnswers(database, orphans, now());
  }
}

async function deleteOldServers({ query }: Database): Promise<void> {
  await query
    .delete(serverInstance)
    .where(sql`${serverInstance.heartbeat} < now() - interval '1 hour'`);
}

/**
 * Takes over from the previous server on this data folder. A folder has one server at a time, so the previous one has
 * ended: it is recorded as ended, and its answers can be closed immediately.
 */
async function takeOverServer({ config, database }: CorePlatform, ownerId: string): Promise<void> {
  const file = join(config.dataDir, 'server.id');
  const before = await readFile(file, 'utf8').catch(() => '');
  // After an interrupted write there is no id; then the missing heartbeats show that the previous server is dead.
  if (isUuid(before)) {
    await database.query.delete(serverInstance).where(eq(serverInstance.id, before));
  }
  await writeFile(file, ownerId);
}
