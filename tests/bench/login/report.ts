import { Random } from '../../setup/random.ts';
import type { Times } from './measure.ts';

export type LoginReport = {
  name: string;
  tries: number;
  /** Medians, in milliseconds. */
  known: number;
  unknown: number;
  /** Between the two medians. */
  difference: number;
  /** Between the medians of two random halves of one kind: of one pair of halves, and 95 of 100 pairs at most. */
  halves: { once: number; p95: number };
  holds: boolean;
};

const splits = 1_000;

/** Compares the difference that an account makes with the one that chance makes between requests of one kind. */
export function reportOf({ name, known, unknown }: Times, seed: number): LoginReport {
  const random = new Random(seed);
  const differences = Array.from({ length: splits }, (_, index) =>
    halvesDiffer(random, index % 2 === 0 ? known : unknown),
  );
  const [once = 0] = differences;
  const p95 = differences.toSorted((one, other) => one - other)[Math.floor(splits * 0.95)] ?? 0;
  const difference = Math.abs(median(known) - median(unknown));
  return {
    name,
    tries: known.length + unknown.length,
    known: rounded(median(known)),
    unknown: rounded(median(unknown)),
    difference: rounded(difference),
    halves: { once: rounded(once), p95: rounded(p95) },
    holds: difference <= p95,
  };
}

/** One line for each kind of request. */
export function linesOf(reports: readonly LoginReport[]): string {
  return reports
    .map(
      ({ name, tries, known, unknown, difference, halves, holds }) =>
        `${name}, ${tries} times: median ${known} ms with an account, ${unknown} ms without; ` +
        `difference ${difference} ms, of two halves of one kind ${halves.once} ms ` +
        `(95 of 100: at most ${halves.p95} ms): ${holds ? 'holds' : 'OVER'}`,
    )
    .join('\n');
}

function halvesDiffer(random: Random, times: readonly number[]): number {
  const halves: [number[], number[]] = [[], []];
  for (const time of times) random.oneOf(halves).push(time);
  return Math.abs(median(halves[0]) - median(halves[1]));
}

function median(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1_000) / 1_000;
}
