import { desc, not } from 'drizzle-orm';
import type { Logger } from 'pino';
import { gptPath } from '#domain/gpts/gptPaths.ts';
import { inLanguage } from '#domain/site/urls.ts';
import type { Database } from '#server/db/connect.ts';
import { type Listener, listen } from '#server/db/listen.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { redactedError } from '#server/errors.ts';
import { isShownGpt } from '#server/db/queries/shownGpts.ts';

/** Most ids in memory; if there are more, the most recently changed ones. */
const idsAtMost = 100_000;

/** The shortest pause between two reads. It is at least as long as the last read, to limit the load. */
const pauseMilliseconds = 20;
const pauseAfterFailureMilliseconds = 1_000;

/** Interval of reading without a notification: a broken connection may be unnoticed. */
const rereadMilliseconds = 60_000;

export type Withdrawal = 'hidden' | 'removed';

/**
 * The withdrawn GPTs, whose pages are refused until the next publish removes them. Kept in memory and read
 * again after a notification of PostgreSQL, and once more if another one arrives meanwhile: no page waits for the
 * database. Without the database the last known state is used.
 */
export class WithdrawnGpts {
  /** Keys are paths of English pages. */
  #withdrawals: ReadonlyMap<string, Withdrawal> = new Map();
  readonly #database: Database;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #listener: Listener;
  #state: 'idle' | 'reading' | 'outdated' | 'closed' = 'idle';
  #timer: NodeJS.Timeout | undefined;
  readonly #rereading: NodeJS.Timeout;
  readonly #first = Promise.withResolvers<void>();

  constructor(database: Database, log: Pick<Logger, 'warn'>) {
    this.#database = database;
    this.#log = log;
    const changed = () => this.#changed();
    this.#listener = listen(
      database.url,
      ['gpt_shown'],
      { onNotification: changed, onConnected: changed },
      log,
    );
    this.#rereading = setInterval(changed, rereadMilliseconds);
    this.#rereading.unref();
  }

  /** Resolves after the first read succeeded or failed: a starting server must not show pages that others refuse. */
  get ready(): Promise<void> {
    return this.#first.promise;
  }

  /** Returns whether the GPT of this page, in any language, is hidden or removed. */
  find(path: string): Withdrawal | undefined {
    return this.#withdrawals.size === 0 ? undefined : this.#withdrawals.get(inLanguage(path, 'en'));
  }

  /** An object that is replaced after each read. */
  get known(): object {
    return this.#withdrawals;
  }

  async close(): Promise<void> {
    this.#state = 'closed';
    clearTimeout(this.#timer);
    clearInterval(this.#rereading);
    this.#first.resolve();
    await this.#listener.close();
  }

  #changed(): void {
    if (this.#state === 'reading') this.#state = 'outdated';
    if (this.#state === 'idle') void this.#read();
  }

  async #read(): Promise<void> {
    this.#state = 'reading';
    const began = performance.now();
    const isRead = await this.#tryToRead();
    this.#first.resolve();
    if (this.#isClosed()) return;
    const taken = performance.now() - began;
    this.#timer = setTimeout(
      () => {
        const isCurrent = isRead && this.#state === 'reading';
        this.#state = 'idle';
        if (!isCurrent) this.#changed();
      },
      isRead ? Math.max(pauseMilliseconds, taken) : pauseAfterFailureMilliseconds,
    );
    this.#timer.unref();
  }

  /** A method, because the compiler does not see that the state may have changed. */
  #isClosed(): boolean {
    return this.#state === 'closed';
  }

  async #tryToRead(): Promise<boolean> {
    try {
      const rows = await this.#database.query
        .select({ id: gpt.id, removed: gpt.removed })
        .from(gpt)
        .where(isShownGpt && not(isShownGpt))
        .orderBy(desc(gpt.updated))
        .limit(idsAtMost + 1);
      if (rows.length > idsAtMost) {
        this.#log.warn(
          { kept: idsAtMost },
          'too many GPTs are withdrawn to refuse all their pages',
        );
      }
      this.#withdrawals = new Map(
        rows.slice(0, idsAtMost).map(({ id, removed }) => {
          return [gptPath('en', id), removed === null ? 'hidden' : 'removed'];
        }),
      );
      return true;
    } catch (error) {
      if (!this.#isClosed()) {
        const refused = { error: redactedError(error) };
        this.#log.warn(refused, 'pages of GPTs that were withdrawn meanwhile are still shown');
      }
      return false;
    }
  }
}
