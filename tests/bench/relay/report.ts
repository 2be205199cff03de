import type { Run } from './measure.ts';
import type { Pace } from './pace.ts';

export type Spread = { p50: number; p95: number; p99: number; max: number };

export type RelayReport = {
  relay: string;
  streams: number;
  runs: number;
  /** Milliseconds from the upstream's sending of the first token to its arrival at the client. */
  firstToken: Spread;
  /** The same of every token. */
  tokenLag: Spread;
  /** Milliseconds from asking to the first byte. */
  answered: Spread;
  tokensPerSecond: number;
  cpuPerThousandTokens: number;
  residentMegabytes: number;
  /** Percent of their time that the cores were busy. */
  relayCore: number;
  otherCore: number;
  /** Streams that did not end with all their tokens. */
  lost: number;
  /** Runs that do not count, because the core of database, client and upstream was too busy. */
  void: number;
};

/** Over this share of its time the other core may delay the measured one. */
const busiestShare = 0.9;

/** Sums up runs of one relay with as many streams; void ones only if there are no others. */
export function reportOf(runs: readonly Run[], pace: Pace): RelayReport {
  const quiet = runs.filter(({ otherCore }) => otherCore <= busiestShare);
  const counted = quiet.length > 0 ? quiet : runs;
  const streams = counted.flatMap(({ times }) => times);
  const tokens = streams.reduce((sum, { lags }) => sum + lags.length, 0);
  const sum = (value: (run: Run) => number) => counted.reduce((all, run) => all + value(run), 0);
  return {
    relay: runs[0]?.relay ?? '',
    streams: runs[0]?.streams ?? 0,
    runs: runs.length,
    firstToken: spreadOf(streams.flatMap(({ lags }) => lags.slice(0, 1))),
    tokenLag: spreadOf(streams.flatMap(({ lags }) => lags)),
    answered: spreadOf(streams.map(({ answered }) => answered)),
    tokensPerSecond: Math.round(tokens / (sum(({ took }) => took) / 1_000)),
    cpuPerThousandTokens: rounded(sum((run) => run.cpuMilliseconds) / Math.max(1, tokens / 1_000)),
    residentMegabytes: Math.round(
      Math.max(...counted.map(({ residentBytes }) => residentBytes)) / 1_000_000,
    ),
    relayCore: Math.round((100 * sum(({ relayCore }) => relayCore)) / counted.length),
    otherCore: Math.round((100 * sum(({ otherCore }) => otherCore)) / counted.length),
    lost: runs
      .flatMap(({ times }) => times)
      .filter(({ whole, lags }) => !whole || lags.length !== pace.tokens).length,
    void: runs.length - quiet.length,
  };
}

const columns =
  'relay, streams, first p50, p95, p99, lag p50, p95, answered p50, p95, ' +
  'tokens/s, CPU/1000, MB, core, other core, lost, void';

/** A table for people: times in milliseconds. */
export function tableOf(reports: readonly RelayReport[]): string {
  const head = columns.split(', ');
  const rows = reports.map((report) => [
    report.relay,
    String(report.streams),
    ...[report.firstToken.p50, report.firstToken.p95, report.firstToken.p99].map(fixed),
    ...[report.tokenLag.p50, report.tokenLag.p95].map(fixed),
    ...[report.answered.p50, report.answered.p95].map(fixed),
    String(report.tokensPerSecond),
    fixed(report.cpuPerThousandTokens),
    String(report.residentMegabytes),
    `${report.relayCore} %`,
    `${report.otherCore} %`,
    String(report.lost),
    `${report.void} of ${report.runs}`,
  ]);
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) => row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  '))
    .join('\n');
}

function spreadOf(times: readonly number[]): Spread {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) =>
    rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

function fixed(value: number): string {
  return value.toFixed(1);
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
