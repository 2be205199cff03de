import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '#server/db/connect.ts';
import { type Listener, listen } from '#server/db/listen.ts';
import { session } from '#server/db/schema/accounts.ts';
import { redactedError } from '#server/errors.ts';

/**
 * For this time ended sessions are remembered, because a request that began before the end may call `watch` after it.
 * No request takes longer to begin its stream.
 */
const rememberedMilliseconds = 600_000;

/**
 * Notifies this server when a session ends on any server. A trigger on the table sends the notifications. Long
 * responses of the session, such as the stream of an answer, end then.
 */
export class SessionEndings {
  readonly #watched = new Map<string, Set<() => void>>();
  /** Recently ended sessions and their times, the oldest first. */
  readonly #ended = new Map<string, number>();
  readonly #database: Database;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #listener: Listener;

  private constructor(database: Database, log: Pick<Logger, 'warn'>) {
    this.#database = database;
    this.#log = log;
    const handlers = {
      onNotification: (_: string, sessionId: string) => this.#end(sessionId),
      onConnected: () => void this.#findMissed(),
    };
    this.#listener = listen(database.url, ['session_ended'], handlers, log);
  }

  /** Resolves when the connection listens, so that no later end is missed. */
  static async open(database: Database, log: Pick<Logger, 'warn'>): Promise<SessionEndings> {
    const endings = new SessionEndings(database, log);
    await endings.#listener.ready;
    return endings;
  }

  /** Calls `onEnd` once when the session ends, or at once when it has ended. Returns an unsubscribe function. */
  watch(sessionId: string, onEnd: () => void): () => void {
    if (this.#ended.has(sessionId)) {
      onEnd();
      return () => undefined;
    }
    const watchers = this.#watched.get(sessionId) ?? new Set();
    watchers.add(onEnd);
    this.#watched.set(sessionId, watchers);
    return () => {
      watchers.delete(onEnd);
      if (watchers.size === 0) this.#watched.delete(sessionId);
    };
  }

  close(): Promise<void> {
    return this.#listener.close();
  }

  #end(sessionId: string): void {
    this.#remember(sessionId);
    const watchers = this.#watched.get(sessionId) ?? [];
    this.#watched.delete(sessionId);
    for (const onEnd of watchers) onEnd();
  }

  #remember(sessionId: string): void {
    const now = Date.now();
    for (const [id, time] of this.#ended) {
      if (now - time < rememberedMilliseconds) break;
      this.#ended.delete(id);
    }
    this.#ended.set(sessionId, now);
  }

  /** Looks for ended sessions after the connection was lost, because notifications may be missing. */
  async #findMissed(): Promise<void> {
    const ids = [...this.#watched.keys()];
    if (ids.length === 0) return;
    try {
      const rows = await this.#database.query
        .select({ id: session.id })
        .from(session)
        .where(sql`${session.id} = any(${sql.param(ids)}::uuid[])`);
      const living = new Set(rows.map(({ id }) => id));
      for (const id of ids) if (!living.has(id)) this.#end(id);
    } catch (error) {
      this.#log.warn({ error: redactedError(error) }, 'ended sessions could not be looked for');
    }
  }
}
