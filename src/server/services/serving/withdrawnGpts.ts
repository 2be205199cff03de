import { desc, not } from 'drizzle-orm';
import type { Logger } from 'pino';
import { gptPath, inLanguage } from '#domain/urls.ts';
import type { Database } from '#server/db/connect.ts';
import { type Listener, listen } from '#server/db/listen.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { redactedError } from '#server/errors.ts';
import { isShownGpt } from '#server/db/queries/shownGpts.ts';

/** Ids that are kept in memory; of more, those that were changed last. */
const keptIds = 100_000;

/** Between two readings at least, and never less than the last one took: whatever changes, half of the time is free. */
const pauseMilliseconds = 20;
const pauseAfterFailureMilliseconds = 1_000;

/** A connection may be cut without either end knowing: what it would have told is found after this time. */
const rereadMilliseconds = 60_000;

export type Withdrawal = 'hidden' | 'removed';

/**
 * The GPTs that nobody may see, so that their pages are refused before the next publish takes them out. Kept in memory
 * and read again at once when PostgreSQL tells of a change, and once more where it tells of another one meanwhile: no page
 * ever waits for the database. While the database is away, what was known last holds.
 */
export class WithdrawnGpts {
  /** By the path of the English page. */
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

  /** Resolves once they were read, or could not be: a server that starts shows no page that others refuse. */
  get ready(): Promise<void> {
    return this.#first.promise;
  }

  /** Whether the page of this path, in whatever language, is of such a GPT, and of which kind. */
  find(path: string): Withdrawal | undefined {
    return this.#withdrawals.size === 0 ? undefined : this.#withdrawals.get(inLanguage(path, 'en'));
  }

  /** Another object whenever they were read again. */
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

  /** A method of its own: the state may have become another one meanwhile, which the compiler does not see. */
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
        .limit(keptIds + 1);
      if (rows.length > keptIds) {
        this.#log.warn({ kept: keptIds }, 'too many GPTs are withdrawn to refuse all their pages');
      }
      this.#withdrawals = new Map(
        rows.slice(0, keptIds).map(({ id, removed }) => {
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
