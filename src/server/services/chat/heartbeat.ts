import { and, eq, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '#server/db/connect.ts';
import { storeHeartbeat } from '#server/db/queries/servers.ts';
import { answer } from '#server/db/schema/chat.ts';
import { serverInstance } from '#server/db/schema/operation.ts';
import { redactedError } from '#server/errors.ts';
import { interruptAnswers, reapAnswers } from '#server/services/chat/reapAnswers.ts';
import type { AnswerRunner } from '#server/services/chat/runner.ts';
import { takeOverServer } from '#server/services/chat/takeOverServer.ts';

/** Seconds between two heartbeats. */
const beatSeconds = 5;

/**
 * Heartbeats in a row before a server judges others. After an outage of the database, or a sleep of the machine, all
 * servers seem dead, and the first one awake must not end the answers of the others.
 */
const beatsBeforeJudging = 3;

type Parts = {
  database: Database;
  runner: AnswerRunner;
  dataDir: string;
  log: Logger;
  now: () => Date;
};

/** Says again and again that a server lives, and looks after answers that nobody runs, its own and those of the dead. */
export class Heartbeat {
  readonly #parts: Parts;
  readonly #timer: NodeJS.Timeout;
  #beatsInRow = 0;
  #isTending = false;

  private constructor(parts: Parts) {
    this.#parts = parts;
    this.#timer = setInterval(() => void this.#beat(), beatSeconds * 1_000);
  }

  /** The server that ran on this data folder before has ended. Throws when the first beat cannot be stored. */
  static async start(parts: Parts): Promise<Heartbeat> {
    const { database, dataDir, runner } = parts;
    await takeOverServer({ database, dataDir, ownerId: runner.ownerId });
    await storeHeartbeat(database.query, runner.ownerId);
    const heartbeat = new Heartbeat(parts);
    // Who was cut off by a restart waits for this; the start does not.
    void heartbeat.#beat();
    return heartbeat;
  }

  /** Says that this server has ended in order. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    const { database, runner } = this.#parts;
    await database.query.delete(serverInstance).where(eq(serverInstance.id, runner.ownerId));
  }

  async #beat(): Promise<void> {
    try {
      const { database, runner } = this.#parts;
      const silence = await storeHeartbeat(database.query, runner.ownerId);
      this.#beatsInRow = silence < 2 * beatSeconds ? this.#beatsInRow + 1 : 0;
      // The next beat does not wait for answers that take long to close.
      if (!this.#isTending) await this.#tend();
    } catch (error) {
      this.#parts.log.warn({ error: redactedError(error) }, 'a heartbeat failed');
    }
  }

  async #tend(): Promise<void> {
    const { database, now } = this.#parts;
    this.#isTending = true;
    try {
      await this.#tendOwn();
      const mayJudge = this.#beatsInRow >= beatsBeforeJudging;
      await reapAnswers(database, now(), mayJudge ? 'left and silent' : 'left');
      if (mayJudge) await forgetServers(database);
    } finally {
      this.#isTending = false;
    }
  }

  /**
   * Stops answers whose stop was not heard, and ends those that were stored and never begun: their commit succeeded,
   * but the connection broke before it said so.
   */
  async #tendOwn(): Promise<void> {
    const { database, runner, now } = this.#parts;
    const { ownerId } = runner;
    const rows = await database.query
      .select({ id: answer.id, stopRequested: answer.stopRequested })
      .from(answer)
      .where(and(eq(answer.ownerId, ownerId), eq(answer.state, 'running')));
    for (const { id, stopRequested } of rows) if (stopRequested) runner.stop(id);
    const lost = rows.filter(({ id }) => !runner.knows(id)).map(({ id }) => ({ id, ownerId }));
    await interruptAnswers(database, lost, now());
  }
}

async function forgetServers({ query }: Database): Promise<void> {
  await query
    .delete(serverInstance)
    .where(sql`${serverInstance.heartbeat} < now() - interval '1 hour'`);
}
