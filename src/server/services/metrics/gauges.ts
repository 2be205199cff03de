import { Gauge, Registry } from 'prom-client';

/** A value of a gauge. */
type Sample = { value: number; labels?: Readonly<Record<string, string>> };

/** A gauge that is computed from facts. */
export type GaugeRule<Facts> = {
  name: string;
  help: string;
  labels?: readonly string[];
  /** Returns its values; none if they are unknown, because a false one would look like a true one. */
  read: (facts: Facts) => readonly Sample[];
};

/** Returns gauges in the text format of Prometheus. */
export function gaugesText<Facts>(
  rules: readonly GaugeRule<Facts>[],
  facts: Facts,
): Promise<string> {
  const registry = new Registry();
  for (const { name, help, labels = [], read } of rules) {
    const gauge = new Gauge({ name, help, labelNames: labels, registers: [registry] });
    // Without labels it begins with 0.
    if (labels.length === 0) gauge.remove();
    for (const { labels: of = {}, value } of read(facts)) gauge.set(of, value);
  }
  return registry.metrics();
}

/** Returns the only value of a gauge without labels; none if it is unknown. */
export function one(value: number | null | undefined): readonly Sample[] {
  return value === null || value === undefined ? [] : [{ value }];
}

/** Returns the seconds since 1970 of a moment, as Prometheus counts time. */
export function unixSeconds(moment: Date): number {
  return moment.getTime() / 1_000;
}
