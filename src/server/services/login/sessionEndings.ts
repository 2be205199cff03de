import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '#server/db/connect.ts';
import { type Listener, listen } from '#server/db/listen.ts';
import { session } from '#server/db/schema/accounts.ts';
import { redactedError } from '#server/errors.ts';

/** A request that began before its session ended may watch it after: no request takes longer to begin its stream. */
const rememberedMilliseconds = 600_000;

/**
 * Tells this server when a session ends, on whatever server: a trigger on the table notifies all of them. Long
 * responses of the session, such as the stream of an answer, end then.
 */
export class SessionEndings {
  readonly #watched = new Map<string, Set<() => void>>();
  /** Sessions that ended lately, the oldest first, and when they did. */
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

  /** Resolves once it is notified of everything that ends. */
  static async open(database: Database, log: Pick<Logger, 'warn'>): Promise<SessionEndings> {
    const endings = new SessionEndings(database, log);
    await endings.#listener.ready;
    return endings;
  }

  /** Calls `onEnd` once when the session ends, at once if it has. Returns an unsubscribe function. */
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

  /** Notifications may have been missed while the connection was away. */
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
