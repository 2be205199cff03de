import { Semaphore } from '#domain/concurrency.ts';
import { providerOf } from '#domain/costs/upstreamPrices.ts';
import {
  type ProviderProblem,
  type ProviderState,
  afterFailure,
  afterProblem,
  afterTry,
  isDue,
} from '#domain/models/providerCircuit.ts';
import type { CorePlatform } from '#server/context.ts';
import { type Listener, listen } from '#server/db/listen.ts';
import { redactedError } from '#server/errors.ts';
import type { AccountProblem } from '#server/gateways/accountProblem.ts';
import { type ProviderKey, providerKeys } from '#server/gateways/providerKey.ts';
import { keyedHash } from '#server/keyedHash.ts';
import { logClosure, logOpening } from '#server/services/costs/logProviders.ts';
import {
  type Lane,
  changeProviderState,
  claimTry,
  forgetProvider,
  providerChannel,
  readProviderStates,
} from '#server/services/costs/providerStates.ts';

/**
 * The result of a request: it was served, it met a problem of our account, or it failed for a reason of the provider;
 * `undefined` if it says nothing about the provider.
 */
export type AccountOutcome = AccountProblem | 'served' | 'failed' | undefined;

/** Takes the outcome of a request that was allowed. */
export type EndRequest = (outcome: AccountOutcome) => void;

/** With which key a request is sent, and for whom. */
type Asker = { key?: ProviderKey | undefined; user?: string | undefined };

/**
 * How much longer a provider of text stays closed for questions after a job should have tried it (`probeProviders.ts`): if no
 * job runs, a question tries it.
 */
const probeMilliseconds = 120_000;

/**
 * The providers and keys that get no requests: they refuse our account, it is empty, or their answers failed several
 * users in a row. The state is in the database, and all servers and workers follow it. The sandbox has no account.
 */
export class ProviderAccounts {
  readonly #platform: CorePlatform;
  /** The configured keys of providers of text. */
  readonly #keys: ReadonlyMap<string, readonly ProviderKey[]>;
  #states: ReadonlyMap<string, ProviderState> = new Map();
  readonly #changes = new Set<Promise<unknown>>();
  /** One at a time: when a provider fails, many answers end at once, and the lock must not take all connections. */
  readonly #storing = new Semaphore(1);
  #isOutdated = false;
  #reading: Promise<void> | undefined;
  #listener: Listener | undefined;

  constructor(platform: CorePlatform) {
    this.#platform = platform;
    const { providers } = platform.config;
    this.#keys = new Map(providers.map((provider) => [provider.name, providerKeys(provider)]));
  }

  /** Opens one that follows what other processes find out. */
  static async open(platform: CorePlatform): Promise<ProviderAccounts> {
    const accounts = new ProviderAccounts(platform);
    const read = () => void accounts.read();
    accounts.#listener = listen(
      platform.database.url,
      [providerChannel],
      { onNotification: read, onConnected: read },
      platform.log,
    );
    await accounts.#listener.ready;
    await accounts.read();
    return accounts;
  }

  async close(): Promise<void> {
    await this.stored();
    await this.#listener?.close();
  }

  /** Waits until what this process has noted is in the database. */
  async stored(): Promise<void> {
    await Promise.allSettled(this.#changes);
  }

  /** Whether no request may go to a provider now. `upstream` is its name, with or without a model behind it. */
  isClosed(upstream: string): boolean {
    return this.problemOf(upstream) !== undefined;
  }

  /** Why no request may go to a provider now: its own problem, or that of its last key. */
  problemOf(upstream: string): ProviderProblem | undefined {
    const provider = providerOf(upstream);
    const own = this.#closedBy({ provider, key: '' });
    if (own) return own;
    const keys = this.#keys.get(provider) ?? [];
    const problems = keys.map(({ id }) => this.#closedBy({ provider, key: id }));
    return problems.includes(undefined) ? undefined : problems[0];
  }

  /**
   * Returns a function that takes the outcome of a request, or `undefined` if it may not be sent now. When a closed provider or
   * key is due, only one request of all servers may.
   */
  async begin(upstream: string, { key, user }: Asker = {}): Promise<EndRequest | undefined> {
    const provider = providerOf(upstream);
    if (provider === 'sandbox') return () => undefined;
    const whole = { provider, key: '', label: '' };
    const own = key ? { provider, key: key.id, label: key.label } : whole;
    const lanes = key ? [whole, own] : [whole];
    if (key === undefined ? this.isClosed(provider) : lanes.some((lane) => this.#closedBy(lane))) {
      return undefined;
    }
    const closed = lanes.filter((lane) => this.#stateOf(lane)?.problem);
    for (const lane of closed) if (!(await this.#claim(lane))) return undefined;
    return (outcome) => {
      if (outcome === undefined) return;
      if (outcome === 'failed') this.#noteFailure(whole, closed, user);
      else if (outcome === 'served') this.#noteServed(whole, closed);
      else this.#noteProblem(own, closed, outcome);
    };
  }

  /** Opens a provider that has just served us, on all servers: with all its keys, or one of them. */
  async reopen(upstream: string, key?: ProviderKey): Promise<void> {
    const provider = providerOf(upstream);
    await forgetProvider(this.#platform.database, provider, key && ['', key.id]);
    await this.read();
  }

  /** Stores and logs a problem of a provider that is still asked. */
  report(provider: string, problem: AccountProblem): void {
    const lane = { provider, key: '', label: '' };
    const before = this.#stateOf(lane);
    if (before && !isDue(before, this.#platform.now())) return;
    this.#noteProblem(lane, before ? [lane] : [], problem);
  }

  /** Notes that a provider with a reported problem serves us. */
  served(provider: string): void {
    const lane = { provider, key: '', label: '' };
    if (this.#stateOf(lane)) this.#noteServed(lane, [lane]);
  }

  /** Reads the states of all processes. Never throws: without a database the last known ones count. */
  read(): Promise<void> {
    this.#isOutdated = true;
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readAll(): Promise<void> {
    const { database, log } = this.#platform;
    try {
      while (this.#isOutdated) {
        this.#isOutdated = false;
        const rows = await readProviderStates(database.query);
        this.#states = new Map(rows.map((row) => [nameOf(row), row]));
      }
    } catch (error) {
      log.warn({ error: redactedError(error) }, 'the states of providers could not be read');
    }
  }

  #noteServed(whole: Lane, tried: readonly Lane[]): void {
    for (const lane of tried) {
      logOpening(this.#platform.log, lane);
      this.#change(lane, () => undefined);
    }
    // Failures that were counted are no longer in a row. A request that began before it was closed opens nothing.
    if (this.#stateOf(whole)?.problem === null) {
      this.#change(whole, (before) => (before?.problem ? before : undefined));
    }
  }

  #noteFailure(whole: Lane, tried: readonly Lane[], user: string | undefined): void {
    const now = this.#platform.now();
    for (const lane of tried) {
      this.#change(lane, (before) => before && afterTry(before, undefined, now));
    }
    if (user === undefined || tried.length > 0 || this.#stateOf(whole)?.problem) return;
    const digest = keyedHash(this.#platform.config.secret, 'provider_failure', user).slice(0, 16);
    this.#change(whole, (before) => afterFailure(before, digest, now));
  }

  #noteProblem(own: Lane, tried: readonly Lane[], problem: AccountProblem): void {
    const now = this.#platform.now();
    const isTry = tried.some((lane) => nameOf(lane) === nameOf(own));
    const others = tried.filter((lane) => nameOf(lane) !== nameOf(own));
    // A provider that refuses a key can be reached.
    for (const lane of others) this.#change(lane, () => undefined);
    this.#change(own, (before) =>
      before && isTry ? afterTry(before, problem, now) : afterProblem(before, problem, now),
    );
  }

  /**
   * Changes a state: at once in this process, so that the next question goes elsewhere, and then in the database, which
   * decides.
   */
  #change(
    lane: Lane,
    change: (before: ProviderState | undefined) => ProviderState | undefined,
  ): void {
    const { database, log } = this.#platform;
    const known = this.#stateOf(lane);
    const after = change(known);
    this.#set(lane, after);
    if (after?.problem && after.until !== known?.until) logClosure(log, lane, after);
    const stored: Promise<void> = this.#storing
      .run(() => changeProviderState(database, lane, change))
      .then((found) => {
        // Counted with the failures that other servers saw.
        const isNew = found.after?.problem && !found.before?.problem && !after?.problem;
        if (isNew && found.after) logClosure(log, lane, found.after);
        return this.read();
      })
      .catch((error: unknown) => {
        log.warn({ error: redactedError(error) }, 'the state of a provider could not be stored');
      })
      .finally(() => this.#changes.delete(stored));
    this.#changes.add(stored);
  }

  /** Whether this process may try a closed provider: the first of all. */
  async #claim(lane: Lane): Promise<boolean> {
    const { database, log, now } = this.#platform;
    try {
      const { isClaimed, after } = await claimTry(database, lane, now());
      this.#set(lane, after);
      // It may have been opened by another process meanwhile.
      return isClaimed || !after?.problem;
    } catch (error) {
      log.warn({ error: redactedError(error) }, 'a closed provider could not be tried');
      return false;
    }
  }

  #set(lane: Lane, state: ProviderState | undefined): void {
    const states = new Map(this.#states);
    if (state) states.set(nameOf(lane), state);
    else states.delete(nameOf(lane));
    this.#states = states;
  }

  #stateOf(lane: Pick<Lane, 'provider' | 'key'>): ProviderState | undefined {
    return this.#states.get(nameOf(lane));
  }

  /** Returns the problem of a provider or key that may not be tried by a question now. */
  #closedBy(lane: Pick<Lane, 'provider' | 'key'>): ProviderProblem | undefined {
    const state = this.#stateOf(lane);
    if (!state?.problem) return undefined;
    const wait = this.#keys.has(lane.provider) ? probeMilliseconds : 0;
    const isOver = isDue(state, new Date(this.#platform.now().getTime() - wait));
    return isOver ? undefined : state.problem;
  }
}

function nameOf({ provider, key }: Pick<Lane, 'provider' | 'key'>): string {
  return `${provider} ${key}`;
}
