import type { ImportReport, Rejection } from '#server/services/gpts/importRows.ts';

/** The number of rows that are printed. `--rejects` writes them all. */
const rowsShown = 20;

/** Returns the counts of a report, for the audit. */
export function countsOf(report: ImportReport) {
  const { added, changed, unchanged, rejected, repeated, incomplete } = report;
  return { added, changed, unchanged, rejected, repeated, incomplete };
}

/** Returns 0 if all rows were imported, 1 if some were rejected, 2 if all were rejected. */
export function exitStatusOf(reports: readonly ImportReport[]): 0 | 1 | 2 {
  if (reports.every(({ rejected }) => rejected === 0)) return 0;
  const hasImported = reports.some(
    ({ added, changed, unchanged }) => added + changed + unchanged > 0,
  );
  return hasImported ? 1 : 2;
}

export function printReport(file: string, report: ImportReport): void {
  const { added, changed, unchanged, rejected, repeated, incomplete } = report;
  const repeats = repeated === 0 ? '' : `, ${repeated} repeated within the file`;
  const omissions = incomplete === 0 ? '' : `, ${incomplete} taken without bad fields`;
  console.log(
    `${file}: ${added} new, ${changed} changed, ${unchanged} unchanged, ${rejected} rejected${repeats}${omissions}`,
  );
  for (const { place, reason } of report.unknownFields) console.log(`  ${place}: ${reason}`);
  printRows(report.rejections, rejected);
  printRows(report.repetitions, repeated);
  printRows(report.omissions, incomplete);
}

function printRows(rows: readonly Rejection[], count: number): void {
  for (const { place, reason } of rows.slice(0, rowsShown)) console.log(`  ${place}: ${reason}`);
  const more = count - Math.min(rows.length, rowsShown);
  if (more > 0) console.log(`  … and ${more} more; --rejects FILE writes them all`);
}
