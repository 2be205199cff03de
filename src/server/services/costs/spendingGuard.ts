import { dayOf } from '#domain/dates.ts';
import { providerOf } from '#domain/costs/upstreamPrices.ts';
import type { CorePlatform } from '#server/context.ts';
import { redactedError } from '#server/errors.ts';
import { noteFailure } from '#server/services/alarms/noteFailure.ts';
import type { ModelCatalogue } from '#server/services/models/catalogue.ts';
import { hasPrice } from '#server/services/upstreamPrices/hasPrice.ts';
import { findPausedProviders } from '#server/services/costs/spending.ts';

/** Finds the providers whose daily spending has reached their cap, and upstreams that no cap could stop. */
export class SpendingGuard {
  readonly #platform: CorePlatform;
  readonly #catalogue: ModelCatalogue;
  /** Keys of provider or upstream and day that were logged. */
  readonly #logged = new Set<string>();

  constructor(platform: CorePlatform, catalogue: ModelCatalogue) {
    this.#platform = platform;
    this.#catalogue = catalogue;
  }

  /** Returns the providers that are not asked until tomorrow; none while the database is unreachable. */
  async pausedProviders(): Promise<ReadonlySet<string>> {
    const { database, log, now } = this.#platform;
    const { caps } = this.#catalogue;
    if (caps.size === 0) return new Set();
    try {
      const found = await findPausedProviders(database.query, caps, now());
      for (const provider of found) this.#logOnce(provider, caps.get(provider) ?? 0);
      return found;
    } catch (error) {
      log.warn({ error: redactedError(error) }, 'the spending of today could not be read');
      return new Set();
    }
  }

  /**
   * Whether an upstream must not be asked: its provider is resting, or has a cap while the price is unknown. Makes no
   * query when the provider has no cap.
   */
  async isPaused(upstream: string): Promise<boolean> {
    const provider = providerOf(upstream);
    if (!this.#catalogue.caps.has(provider)) return false;
    return this.lacksPrice(upstream) || (await this.pausedProviders()).has(provider);
  }

  /** Whether an upstream has no known price although its provider has a cap, which its cost would not count for. */
  lacksPrice(upstream: string): boolean {
    const { now } = this.#platform;
    const catalogue = this.#catalogue;
    if (!catalogue.caps.has(providerOf(upstream))) return false;
    if (hasPrice(upstream, catalogue, now())) return false;
    this.#logMissingPrice(upstream);
    return true;
  }

  #logMissingPrice(upstream: string): void {
    const { log, now } = this.#platform;
    const key = `${upstream} ${dayOf(now())}`;
    if (this.#logged.has(key)) return;
    this.#logged.add(key);
    void noteFailure(this.#platform, { name: 'unknown_price', subject: upstream });
    log.warn(
      { alarm: 'unknown_price', upstream },
      'questions are refused: the provider has a daily cap, and the price is unknown (dolores prices set …)',
    );
  }

  /** Logs that a provider has reached its cap, at most once per provider and UTC day on this server. */
  #logOnce(provider: string, cap: number): void {
    const { log, now } = this.#platform;
    const key = `${provider} ${dayOf(now())}`;
    if (this.#logged.has(key)) return;
    this.#logged.add(key);
    log.warn(
      { alarm: 'provider_cap', provider, dollars: cap / 1_000_000 },
      'a provider rests until tomorrow (UTC): its daily cap is reached',
    );
  }
}
