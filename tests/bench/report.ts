import type { PageResult } from './bench.ts';
import { budgets } from './budgets.ts';
import type { PageMeasurement } from './measurePage.ts';
import { type RequestRecord, kindsOf } from './requests.ts';

export type Spread = { median: number; min: number; max: number };

type Figure = (measurement: PageMeasurement) => number;

export type PageReport = {
  page: string;
  kind: PageResult['kind'];
  profile: PageResult['profile'];
  bytes: {
    htmlRaw: number;
    htmlGzip: number;
    htmlWire: number;
    styleRaw: number;
    styleGzip: number;
    scriptRaw: number;
    scriptGzip: number;
  };
  requests: RequestRecord[];
  requestKinds: string;
  firstContentfulPaint: Spread;
  largestContentfulPaint: Spread;
  largestElement: string;
  totalBlockingTime: Spread;
  blockingTimeFromStart: Spread;
  cumulativeLayoutShift: Spread;
  cumulativeLayoutShiftSignedIn: number | null;
  shifted: string[];
  afterInteraction: {
    clickToPaint: number;
    clickToForm: number;
    clickToCode: number;
    scripts: RequestRecord[];
    scriptWireBytes: number;
    otherRequests: RequestRecord[];
  } | null;
};

/** A budget of a page. `note`: shown, but a slow machine must not fail a run. */
export type Finding = { severity: 'violation' | 'note'; text: string };

/** All that was measured of a page in a profile, in one flat value. Times are milliseconds. */
export function reportOf(result: PageResult): PageReport {
  const { runs, touch, signedIn } = result;
  const first = runs[0];
  if (!first) throw new Error(`${result.name} was not measured`);
  const spread = (figure: Figure) => spreadOf(runs.map(figure));
  return {
    page: result.name,
    kind: result.kind,
    profile: result.profile,
    bytes: bytesOf(first, runs),
    requests: first.requests,
    requestKinds: kindsOf(first.requests),
    firstContentfulPaint: spread((run) => run.firstContentfulPaint),
    largestContentfulPaint: spread((run) => run.largestContentfulPaint),
    largestElement: first.largestElement,
    totalBlockingTime: spread((run) => run.totalBlockingTime),
    blockingTimeFromStart: spread((run) => run.blockingTimeFromStart),
    cumulativeLayoutShift: spread((run) => run.cumulativeLayoutShift),
    cumulativeLayoutShiftSignedIn: signedIn?.cumulativeLayoutShift ?? null,
    shifted: [...new Set([...runs, ...(signedIn ? [signedIn] : [])].flatMap((run) => run.shifted))],
    afterInteraction: touch
      ? {
          clickToPaint: touch.clickToPaint,
          clickToForm: Math.round(touch.clickToForm),
          clickToCode: Math.round(touch.clickToCode),
          scripts: touch.scripts,
          scriptWireBytes: touch.scripts.reduce((sum, { wireBytes }) => sum + wireBytes, 0),
          otherRequests: touch.others,
        }
      : null,
  };
}

/** The budgets that a result breaks, and figures that are slower than they should be. */
export function findingsOf(result: PageResult): Finding[] {
  if (result.kind !== 'budgeted') return [];
  const report = reportOf(result);
  const findings: Finding[] = [];
  const check = (severity: Finding['severity'], what: string, value: number, limit: number) => {
    if (value <= limit) return;
    const place = `${result.name} (${result.profile})`;
    findings.push({ severity, text: `${place}: ${what} is ${rounded(value)}, at most ${limit}` });
  };
  check('violation', 'script in gzip bytes', report.bytes.scriptGzip, budgets.scriptGzipBytes);
  check('violation', 'HTML in bytes on the wire', report.bytes.htmlWire, budgets.htmlWireBytes);
  const forbidden = [...new Set(result.runs.flatMap((run) => run.forbiddenRequests))];
  const asked = `requests before interaction (${forbidden.join(' ')})`;
  check('violation', asked, forbidden.length, 0);
  const { max: asVisitor } = report.cumulativeLayoutShift;
  // Three decimals, as in Lighthouse: a row that is painted in halves moves by less.
  const shift = toThousandths(Math.max(asVisitor, report.cumulativeLayoutShiftSignedIn ?? 0));
  const moved = `layout shift (${report.shifted.join(' ')})`;
  check('violation', moved, shift, budgets.cumulativeLayoutShift);
  const { median: blocked } = report.totalBlockingTime;
  check('note', 'TBT in ms', blocked, budgets.totalBlockingMilliseconds);
  if (result.profile === 'mobile') {
    const { median } = report.largestContentfulPaint;
    check('note', 'LCP in ms', median, budgets.mobileLargestContentfulPaintMilliseconds);
    const clickToForm = report.afterInteraction?.clickToForm ?? 0;
    check('note', 'click to form in ms', clickToForm, budgets.mobileClickToFormMilliseconds);
  }
  return findings;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other).map(rounded);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return { median: middle, min: sorted[0] ?? 0, max: sorted.at(-1) ?? 0 };
}

function bytesOf(first: PageMeasurement, runs: readonly PageMeasurement[]): PageReport['bytes'] {
  return {
    htmlRaw: first.html.raw,
    htmlGzip: first.html.gzip,
    htmlWire: Math.max(...runs.map((run) => run.htmlWireBytes)),
    styleRaw: first.style.raw,
    styleGzip: first.style.gzip,
    scriptRaw: first.script.raw,
    scriptGzip: Math.max(...runs.map((run) => run.scriptGzipBytes)),
  };
}

function toThousandths(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

function rounded(value: number): number {
  return value < 1 ? Math.round(value * 10_000) / 10_000 : Math.round(value);
}
