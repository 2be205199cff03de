import type { PageReport, Spread } from './report.ts';

/** Two tables: the cost of every page before it is touched, and the requests of a click on Sign. */
export function tableOf(reports: readonly PageReport[]): string {
  const before = reports.map(({ page, profile, bytes, ...report }) => [
    profile,
    page,
    String(bytes.scriptGzip),
    `${bytes.styleRaw}/${bytes.styleGzip}`,
    `${bytes.htmlRaw}/${bytes.htmlGzip}/${bytes.htmlWire}`,
    report.requestKinds,
    spread(report.largestContentfulPaint),
    `${spread(report.totalBlockingTime)} (${report.blockingTimeFromStart.median})`,
    shifts(report),
  ]);
  const after = reports.flatMap(({ page, profile, afterInteraction: touch }) => {
    if (!touch) return [];
    const { scripts, scriptWireBytes, otherRequests } = touch;
    const counts = [scripts.length, scriptWireBytes, otherRequests.length];
    const times = [touch.clickToPaint, touch.clickToForm, touch.clickToCode];
    return [[profile, page, ...counts.map(String), ...times.map((time) => `${time} ms`)]];
  });
  return [
    'Before interaction (sizes in bytes, times in ms: median min–max)',
    columns([
      [
        'profile',
        'page',
        'script gz',
        'style raw/gz',
        'HTML raw/gz/wire',
        'requests',
        'LCP',
        'TBT (from start)',
        'CLS/signed in',
      ],
      ...before,
    ]),
    'After a click on Sign',
    columns([
      [
        'profile',
        'page',
        'scripts',
        'wire bytes',
        'others',
        'click to paint',
        'click to form',
        'click to code',
      ],
      ...after,
    ]),
  ].join('\n\n');
}

function spread({ median, min, max }: Spread): string {
  return `${median} ${min}–${max}`;
}

function shifts({
  cumulativeLayoutShift,
  cumulativeLayoutShiftSignedIn,
}: Pick<PageReport, 'cumulativeLayoutShift' | 'cumulativeLayoutShiftSignedIn'>): string {
  return `${cumulativeLayoutShift.max}/${cumulativeLayoutShiftSignedIn ?? '–'}`;
}

function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}
