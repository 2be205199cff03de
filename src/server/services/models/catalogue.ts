import type { Logger } from 'pino';
import type { Database } from '#server/db/connect.ts';
import { type Listener, listen } from '#server/db/listen.ts';
import { redactedError } from '#server/errors.ts';
import {
  type ServedModel,
  readSettings,
  servedModels,
} from '#server/services/models/readSettings.ts';

const retryMilliseconds = 1_000;

/**
 * The model catalogue as it is offered here, in memory, read again whenever PostgreSQL tells that the operator changed
 * it: all servers have it within milliseconds, and no question waits for it. While the database is away, what was known
 * last holds.
 */
export class ModelCatalogue {
  #models: readonly ServedModel[] = servedModels([]);
  #byId: ReadonlyMap<string, ServedModel> = new Map();
  readonly #database: Database;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #listener: Listener;
  #reading: Promise<void> | undefined;
  /** Whether something changed since the reading began. */
  #isOutdated = false;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;

  private constructor(database: Database, log: Pick<Logger, 'warn'>) {
    this.#database = database;
    this.#log = log;
    const changed = () => void this.#refresh();
    this.#listener = listen(
      database.url,
      ['model_setting'],
      { notified: changed, reconnected: changed },
      log,
    );
  }

  /** Opens it with what is stored. */
  static async open(database: Database, log: Pick<Logger, 'warn'>): Promise<ModelCatalogue> {
    const catalogue = new ModelCatalogue(database, log);
    await catalogue.#listener.ready;
    await catalogue.#refresh();
    return catalogue;
  }

  /** All models in their order, hidden ones included. */
  get models(): readonly ServedModel[] {
    return this.#models;
  }

  /** The model with exactly this id, hidden or not. */
  find(id: string): ServedModel | undefined {
    return this.#byId.get(id);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#listener.close();
  }

  /** One reading at a time; what changes during one is read after it. */
  #refresh(): Promise<void> {
    this.#isOutdated = true;
    this.#reading ??= this.#readWhileOutdated().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readWhileOutdated(): Promise<void> {
    while (this.#isOutdated && !this.#isClosed) {
      this.#isOutdated = false;
      try {
        this.#models = servedModels(await readSettings(this.#database.query));
        this.#byId = new Map(this.#models.map((model) => [model.id, model]));
      } catch (error) {
        if (this.#isClosed) return;
        this.#log.warn({ error: redactedError(error) }, 'the model catalogue could not be read');
        this.#timer = setTimeout(() => void this.#refresh(), retryMilliseconds).unref();
        return;
      }
    }
  }
}
