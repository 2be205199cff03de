import { randomUUID } from 'node:crypto';
import { providerOf } from '#domain/costs/upstreamPrices.ts';
import type { CorePlatform } from '#server/context.ts';
import { type Listener, listen } from '#server/db/listen.ts';
import { notify } from '#server/db/notify.ts';
import { redactedError } from '#server/errors.ts';
import type { AccountProblem } from '#server/gateways/accountProblem.ts';
import { at, parseJson, textAt } from '#server/gateways/readJson.ts';

/** The result of a request for our account; `undefined` if it says nothing about it. */
export type AccountOutcome = AccountProblem | 'served' | undefined;

/** Takes the outcome of a request that was allowed. */
export type EndRequest = (outcome: AccountOutcome) => void;

type Closure = {
  problem: AccountProblem;
  /** Milliseconds since 1970. Until then the provider gets no requests; then one request tries it. */
  until: number;
  /** Milliseconds until the next try, doubled by each failed one. */
  pause: number;
};

const firstPause = 60_000;
const longestPause = 15 * 60_000;

/** Milliseconds for which only the one request that tries a closed provider is under way. */
const tryMilliseconds = 60_000;

const channel = 'provider_account';

const explanations: Readonly<Record<AccountProblem, string>> = {
  refused: 'a provider is closed: it refuses our key or account',
  empty: 'a provider is closed: its account has no money or quota left',
};

/**
 * The providers that are closed because they refuse our account, or because it is empty. Every request to one would
 * fail, so that none is sent until a single one tries it again. All servers and workers are notified. The sandbox has
 * no account.
 */
export class ProviderAccounts {
  readonly #platform: CorePlatform;
  readonly #closures = new Map<string, Closure>();
  /**
   * The times of the newest changes, in milliseconds since 1970: the notification of an older one can arrive later. One from
   * a process whose clock is slow may be ignored, which costs a request, as without it.
   */
  readonly #changedAt = new Map<string, number>();
  readonly #id = randomUUID();
  #listener: Listener | undefined;

  constructor(platform: CorePlatform) {
    this.#platform = platform;
  }

  /** Opens one that follows what other processes find out. */
  static async open(platform: CorePlatform): Promise<ProviderAccounts> {
    const accounts = new ProviderAccounts(platform);
    const onNotification = (_: string, payload: string) => accounts.#follow(payload);
    accounts.#listener = listen(
      platform.database.url,
      [channel],
      { onNotification, onConnected: () => undefined },
      platform.log,
    );
    await accounts.#listener.ready;
    return accounts;
  }

  async close(): Promise<void> {
    await this.#listener?.close();
  }

  /** Whether a provider may not be asked now. `upstream` is its name, with or without a model behind it. */
  isClosed(upstream: string): boolean {
    const closure = this.#closures.get(providerOf(upstream));
    return closure !== undefined && this.#now() < closure.until;
  }

  /**
   * Returns a function that takes the outcome of a request, or `undefined` if this provider may not be asked now. When
   * a closed one is due, only the first caller may.
   */
  begin(upstream: string): EndRequest | undefined {
    const provider = providerOf(upstream);
    if (this.isClosed(provider)) return undefined;
    const tried = this.#closures.get(provider);
    if (tried) this.#closures.set(provider, { ...tried, until: this.#now() + tryMilliseconds });
    return (outcome) => {
      if (outcome === undefined || provider === 'sandbox') return;
      if (outcome !== 'served') this.#shut(provider, outcome, tried);
      else if (tried) {
        // Other requests may have begun before the provider was closed.
        this.#platform.log.warn({ provider }, 'a provider accepts our account again');
        void this.reopen(provider);
      }
    };
  }

  /** Opens a provider that has just served us, on all servers. */
  async reopen(upstream: string): Promise<void> {
    const provider = providerOf(upstream);
    this.#closures.delete(provider);
    await this.#tell(provider, null);
  }

  /** Logs a problem of a provider that is still asked. */
  report(provider: string, problem: AccountProblem): void {
    const { log } = this.#platform;
    const before = this.#closures.get(provider);
    if (before && this.#now() < before.until) return;
    const pause = this.#nextPause(before);
    this.#closures.set(provider, { problem, until: this.#now() + pause, pause });
    log.error({ alarm: 'provider_account', provider, problem }, 'a provider refuses our account');
  }

  /** Closes a provider at once. A request that began before it was closed changes nothing. */
  #shut(provider: string, problem: AccountProblem, tried: Closure | undefined): void {
    const { log } = this.#platform;
    if (tried === undefined && this.#closures.has(provider)) return;
    const pause = this.#nextPause(tried);
    const closure = { problem, until: this.#now() + pause, pause };
    this.#closures.set(provider, closure);
    const details = { alarm: 'provider_account', provider, problem, seconds: pause / 1_000 };
    log.error(details, explanations[problem]);
    void this.#tell(provider, closure);
  }

  #nextPause(before: Closure | undefined): number {
    return before ? Math.min(2 * before.pause, longestPause) : firstPause;
  }

  /** Never throws: other processes find out by themselves, too. */
  async #tell(provider: string, closure: Closure | null): Promise<void> {
    const { database, log } = this.#platform;
    const changedAt = this.#now();
    this.#changedAt.set(provider, changedAt);
    const payload = JSON.stringify({ sender: this.#id, provider, closure, changedAt });
    try {
      await notify(database.query, channel, payload);
    } catch (error) {
      log.warn({ error: redactedError(error) }, 'other servers were not told about a provider');
    }
  }

  #follow(payload: string): void {
    const received = parseJson(payload);
    if (textAt(received, 'sender') === this.#id) return;
    const provider = textAt(received, 'provider');
    const changedAt = Number(at(received, 'changedAt'));
    if (changedAt < (this.#changedAt.get(provider) ?? 0)) return;
    this.#changedAt.set(provider, changedAt);
    const until = Number(at(received, 'closure', 'until'));
    const pause = Number(at(received, 'closure', 'pause'));
    const problem = textAt(received, 'closure', 'problem') === 'empty' ? 'empty' : 'refused';
    if (until > 0) this.#closures.set(provider, { problem, until, pause });
    else this.#closures.delete(provider);
  }

  #now(): number {
    return this.#platform.now().getTime();
  }
}
