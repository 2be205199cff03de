import type { Budget, Case } from './cases.ts';
import type { Times } from './measure.ts';

type Spread = { p50: number; p99: number; max: number };

export type CaseReport = {
  name: string;
  requests: number;
  own: Spread;
  empty: Spread;
  /** Milliseconds over the empty handler. */
  over: { p50: number; p99: number };
  budget: Budget;
  holds: boolean;
};

/** The results of each case, with the empty handler and the promised figures. */
export function reportsOf(cases: readonly Case[], times: readonly Times[]): CaseReport[] {
  return cases.map(({ name, budget }, index) => {
    const own = spreadOf(times[index]?.own ?? []);
    const empty = spreadOf(times[index]?.empty ?? []);
    const over = { p50: rounded(own.p50 - empty.p50), p99: rounded(own.p99 - empty.p99) };
    const holds =
      (budget.p50 === null || over.p50 <= budget.p50) &&
      (budget.p99 === null || over.p99 <= budget.p99);
    return { name, requests: times[index]?.own.length ?? 0, own, empty, over, budget, holds };
  });
}

/** A table for people: milliseconds. */
export function tableOf(reports: readonly CaseReport[]): string {
  const head = ['case', 'n', 'p50', 'p99', 'max', 'empty p50', 'p99', 'over p50', 'p99', 'budget'];
  const rows = reports.map(({ name, requests, own, empty, over, budget, holds }) => [
    name,
    String(requests),
    ...[own.p50, own.p99, own.max, empty.p50, empty.p99, over.p50, over.p99].map((value) =>
      value.toFixed(1),
    ),
    `${budget.p50 ?? '–'} / ${budget.p99 ?? '–'} ${holds ? 'holds' : 'OVER'}`,
  ]);
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) =>
      row
        .map((cell, column) => {
          const width = widths[column] ?? 0;
          return column === 0 || column === head.length - 1
            ? cell.padEnd(width)
            : cell.padStart(width);
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function spreadOf(times: readonly number[]): Spread {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) =>
    rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100;
}
