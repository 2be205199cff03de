import type { Logger } from 'pino';
import { pricedAt } from '#domain/models/modelSettings.ts';
import {
  type MediaPrice,
  type TokenPrice,
  mediaPrices,
  tokenPrices,
} from '#domain/costs/upstreamPrices.ts';
import type { Database } from '#server/db/connect.ts';
import { type Listener, listen } from '#server/db/listen.ts';
import { redactedError } from '#server/errors.ts';
import { type ProviderCosts, readCosts } from '#server/services/upstreamPrices/readCosts.ts';
import { readShutdowns, withShutdowns } from '#server/services/models/readShutdowns.ts';
import {
  type ServedModel,
  readSettings,
  servedModels,
  servedSearch,
} from '#server/services/models/readSettings.ts';

const retryMilliseconds = 1_000;

/**
 * The model catalogue in memory, read again after each notification of PostgreSQL about an operator's change: all
 * servers have it within milliseconds, and no question waits for it. While the database is unavailable, the last known
 * state is used.
 */
export class ModelCatalogue {
  /** The stored models, with their coming prices. */
  #stored: readonly ServedModel[] = servedModels([]);
  #models: readonly ServedModel[] = this.#stored;
  /** AI search, which is not listed. */
  #storedSearch: ServedModel = servedSearch([]);
  #byId: ReadonlyMap<string, ServedModel> = new Map();
  #costs: ProviderCosts = { prices: tokenPrices, mediaPrices, caps: new Map() };
  /** The time of the next price change, in milliseconds. */
  #nextPrice = Number.POSITIVE_INFINITY;
  readonly #database: Database;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #listener: Listener;
  #reading: Promise<void> | undefined;
  /** Whether something changed since the current read began. */
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
      { onNotification: changed, onConnected: changed },
      log,
    );
  }

  static async open(database: Database, log: Pick<Logger, 'warn'>): Promise<ModelCatalogue> {
    const catalogue = new ModelCatalogue(database, log);
    await catalogue.#listener.ready;
    await catalogue.#refresh();
    return catalogue;
  }

  /** All models in their order, including hidden ones, without AI search. */
  get models(): readonly ServedModel[] {
    if (Date.now() >= this.#nextPrice) this.#priceAt(new Date());
    return this.#models;
  }

  /** The providers' prices of tokens: the product's own, overridden by the operator's. */
  get prices(): readonly TokenPrice[] {
    return this.#costs.prices;
  }

  /** The providers' prices of media: the product's own, overridden by the operator's. */
  get mediaPrices(): readonly MediaPrice[] {
    return this.#costs.mediaPrices;
  }

  /** The spending limits of a day, by provider, in micro-USD. */
  get caps(): ReadonlyMap<string, number> {
    return this.#costs.caps;
  }

  /** Returns the model with this id, also a hidden one or AI search. */
  find(id: string): ServedModel | undefined {
    if (Date.now() >= this.#nextPrice) this.#priceAt(new Date());
    return this.#byId.get(id);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#listener.close();
  }

  /** Applies due prices immediately, without waiting for the job that stores them. */
  #priceAt(now: Date): void {
    this.#models = this.#stored.map((model) => pricedAt(model, now));
    const all = [...this.#models, pricedAt(this.#storedSearch, now)];
    this.#byId = new Map(all.map((model) => [model.id, model]));
    const moments = all.flatMap(({ coming }) => coming.map(({ from }) => Date.parse(from)));
    this.#nextPrice = Math.min(...moments);
  }

  /** One read at a time; changes during a read cause another one. */
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
        this.#costs = await readCosts(this.#database.query);
        const settings = await readSettings(this.#database.query);
        const shutdowns = await readShutdowns(this.#database.query);
        this.#stored = servedModels(settings).map((model) => withShutdowns(model, shutdowns));
        this.#storedSearch = withShutdowns(servedSearch(settings), shutdowns);
        this.#priceAt(new Date());
      } catch (error) {
        if (this.#isClosed) return;
        this.#log.warn({ error: redactedError(error) }, 'the model catalogue could not be read');
        this.#timer = setTimeout(() => void this.#refresh(), retryMilliseconds).unref();
        return;
      }
    }
  }
}
