import type { Logger } from 'pino';
import { pricedAt } from '#domain/modelSettings.ts';
import { type TokenPrice, tokenPrices } from '#domain/upstreamPrices.ts';
import type { Database } from '#server/db/connect.ts';
import { type Listener, listen } from '#server/db/listen.ts';
import { redactedError } from '#server/errors.ts';
import { type ProviderCosts, readCosts } from '#server/services/costs/readCosts.ts';
import { readShutdowns, withShutdowns } from '#server/services/models/readShutdowns.ts';
import {
  type ServedModel,
  readSettings,
  servedModels,
  servedSearch,
} from '#server/services/models/readSettings.ts';

const retryMilliseconds = 1_000;

/**
 * The model catalogue as it is offered here, in memory, read again whenever PostgreSQL tells that the operator changed
 * it: all servers have it within milliseconds, and no question waits for it. While the database is away, what was known
 * last holds.
 */
export class ModelCatalogue {
  /** As stored, with the prices that follow. */
  #stored: readonly ServedModel[] = servedModels([]);
  #models: readonly ServedModel[] = this.#stored;
  /** AI search, which is in no list. */
  #storedSearch: ServedModel = servedSearch([]);
  #byId: ReadonlyMap<string, ServedModel> = new Map();
  #costs: ProviderCosts = { prices: tokenPrices, caps: new Map() };
  /** When the next price begins to count, in milliseconds. */
  #nextPrice = Number.POSITIVE_INFINITY;
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
      { onNotification: changed, onConnected: changed },
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

  /** All models in their order, hidden ones included; AI search is not among them. */
  get models(): readonly ServedModel[] {
    if (Date.now() >= this.#nextPrice) this.#priceAt(new Date());
    return this.#models;
  }

  /** The providers' prices of tokens: the product's own, overridden by the operator's. */
  get prices(): readonly TokenPrice[] {
    return this.#costs.prices;
  }

  /** The spending limits of a day, by provider, in micro-USD. */
  get caps(): ReadonlyMap<string, number> {
    return this.#costs.caps;
  }

  /** The model with exactly this id, hidden or not; also AI search. */
  find(id: string): ServedModel | undefined {
    if (Date.now() >= this.#nextPrice) this.#priceAt(new Date());
    return this.#byId.get(id);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#listener.close();
  }

  /** A price counts in the moment from which it does, without waiting for the job that stores it. */
  #priceAt(now: Date): void {
    this.#models = this.#stored.map((model) => pricedAt(model, now));
    const all = [...this.#models, pricedAt(this.#storedSearch, now)];
    this.#byId = new Map(all.map((model) => [model.id, model]));
    const moments = all.flatMap(({ coming }) => coming.map(({ from }) => Date.parse(from)));
    this.#nextPrice = Math.min(...moments);
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
