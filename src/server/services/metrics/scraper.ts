import { setTimeout as pause } from 'node:timers/promises';
import { prometheusContentType } from 'prom-client';
import type { MetricsPlatform } from '#server/context.ts';
import { redactedError } from '#server/errors.ts';
import { databaseGauges } from '#server/services/metrics/databaseGauges.ts';
import { type GaugeRule, gaugesText, one } from '#server/services/metrics/gauges.ts';
import { poolGauges } from '#server/services/metrics/processGauges.ts';
import { readFigures } from '#server/services/metrics/readFigures.ts';

export const metricsType = prometheusContentType;

/** How long the figures of the database are kept: several collectors cost it no more than one. */
const cachedMilliseconds = 5_000;

/** A slow database must not delay the metrics until the collector gives up, usually after 10 s. */
const databaseMilliseconds = 3_000;

const upGauge: GaugeRule<boolean> = {
  name: 'dolores_database_up',
  help: '1 if the database answered within 3 seconds; at 0 the figures that it has are missing',
  read: (isUp) => one(isUp ? 1 : 0),
};

/** Reads the metrics of a process, and those of the whole installation. */
export class Scraper {
  readonly #platform: MetricsPlatform;
  #last: { time: number; text: Promise<string> } | undefined;

  constructor(platform: MetricsPlatform) {
    this.#platform = platform;
  }

  /** Returns the metrics in the text format of Prometheus. Does not fail because of the database. */
  async text(): Promise<string> {
    const { metrics, database } = this.#platform;
    const texts = [metrics.text(), gaugesText(poolGauges, database), this.#databaseText()];
    return (await Promise.all(texts)).join('\n');
  }

  #databaseText(): Promise<string> {
    const time = performance.now();
    if (this.#last === undefined || time - this.#last.time > cachedMilliseconds) {
      this.#last = { time, text: this.#readDatabase() };
    }
    return this.#last.text;
  }

  async #readDatabase(): Promise<string> {
    const { log } = this.#platform;
    const figures = readFigures(this.#platform, databaseMilliseconds).catch((error: unknown) => {
      log.warn({ error: redactedError(error) }, 'the figures for metrics could not be read');
      return undefined;
    });
    // A free connection may take longer than the statement's own limit.
    const found = await Promise.race([figures, pause(databaseMilliseconds, undefined)]);
    const up = await gaugesText([upGauge], found !== undefined);
    return found ? `${up}\n${await gaugesText(databaseGauges, found)}` : up;
  }
}
