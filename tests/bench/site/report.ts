import type { Measured, SiteReport } from './measureSite.ts';

/** A table for reading: one column for each catalogue, one row for each figure. */
export function tableOf(reports: readonly SiteReport[]): string {
  const rows: string[][] = [
    ['', ...reports.map(({ gpts, pages }) => `${gpts} GPTs, ${pages} pages`)],
    ['plain astro build: bundling', ...reports.map(({ plain }) => inSeconds(plain.bundling))],
    ['plain astro build: rendering', ...reports.map(({ plain }) => inSeconds(plain.rendering))],
    ['plain astro build: memory', ...reports.map(({ plain }) => inMegabytes(plain.peakBytes))],
  ];
  for (const { what } of reports[0]?.publishes ?? []) {
    const measured = reports.map(({ publishes }) => publishes.find((one) => one.what === what));
    rows.push(...rowsOf(what, measured));
  }
  rows.push(['compressing again, when idle', ...reports.map(recompressedOf)]);
  rows.push(['rendering / plain', ...reports.map(ratioOf)]);
  rows.push([
    'same as everything anew',
    ...reports.map(({ isSameAsFull }) => String(isSameAsFull)),
  ]);
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) => row.map((cell, column) => cell.padEnd(widths?.[column] ?? 0)).join('  '))
    .join('\n');
}

function rowsOf(what: string, measured: readonly (Measured | undefined)[]): string[][] {
  const row = (name: string, format: (one: Measured) => string) => [
    name,
    ...measured.map((one) => (one ? format(one) : '')),
  ];
  const part = (name: string) => row(`  ${name}`, ({ seconds }) => inSeconds(seconds[name] ?? 0));
  const parts = ['bundle', 'plan', 'rendering', 'render', 'images', 'store', 'cleaning'];
  return [
    row(what, ({ total }) => inSeconds(total)),
    ...(what === 'nothing changed' ? [] : parts.map(part)),
    row(
      '  made anew',
      ({ rendered, pages, images }) => `${rendered} of ${pages}, ${images} pictures`,
    ),
    row('  memory', ({ peakBytes }) => inMegabytes(peakBytes)),
  ];
}

/** Rendering alone, as plain Astro’s is: views, pages; neither compression nor pictures. */
function ratioOf({ plain, publishes }: SiteReport): string {
  const { plan = 0, rendering = 0 } = publishes[0]?.seconds ?? {};
  return ((plan + rendering) / plain.rendering).toFixed(2);
}

function recompressedOf({ recompressed }: SiteReport): string {
  if (recompressed === null) return 'not measured';
  const { contents, savedBytes, seconds } = recompressed;
  return `${inSeconds(seconds)}, ${contents} pages, ${inMegabytes(savedBytes)} less`;
}

function inSeconds(value: number): string {
  return `${value.toFixed(1)} s`;
}

function inMegabytes(bytes: number): string {
  return `${Math.round(bytes / 1_000_000)} MB`;
}
