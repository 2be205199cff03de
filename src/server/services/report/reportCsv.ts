import type { Chart } from '#server/services/report/chart.ts';
import type { Report } from '#server/services/report/readReport.ts';
import { reportSections } from '#server/services/report/sections.ts';
import { safeCell, writeCells } from '#server/services/textFiles/csv.ts';

/**
 * Returns all tables and curves as one CSV file with a number in each line. Amounts are in units of their currency,
 * durations in seconds. No text is a formula for a spreadsheet.
 */
export function reportCsv(report: Report): string {
  const lines = [['period', 'table', 'row', 'column', 'value']];
  const add = (...cells: string[]) => lines.push([report.period.name, ...cells]);
  for (const { tables, charts } of reportSections(report)) {
    for (const { title, head, rows, texts } of tables) {
      for (const cells of rows) {
        const name = cells.slice(0, texts).map(({ text }) => text);
        cells.slice(texts).forEach(({ text, value }, at) => {
          add(title, name.join(' / '), head[texts + at] ?? '', numberOr(value, text));
        });
        if (cells.length === texts) add(title, name[0] ?? '', '', name.slice(1).join(' / '));
      }
    }
    for (const chart of charts) addChart(chart, add);
  }
  return `${lines.map((cells) => writeCells(cells.map(safeUnlessNumber))).join('\r\n')}\r\n`;
}

function addChart({ title, labels, series }: Chart, add: (...cells: string[]) => void): void {
  labels.forEach((label, at) => {
    for (const { name, values } of series) {
      add(title, label, name, numberOr(values[at]?.value, values[at]?.text ?? ''));
    }
  });
}

function numberOr(value: number | undefined, text: string): string {
  return value === undefined ? text : String(value);
}

/** A negative number is no formula. */
function safeUnlessNumber(cell: string): string {
  return /^-?\d+(?:\.\d+)?$/.test(cell) ? cell : safeCell(cell);
}
