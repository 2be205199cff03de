import { attentionSentences } from '#server/services/report/attention.ts';
import { moment } from '#server/services/report/cells.ts';
import type { Report } from '#server/services/report/readReport.ts';
import { type Table, reportSections } from '#server/services/report/sections.ts';

/** Returns the title of a report, for all its forms. */
export function reportTitle({ period, site }: Report): string {
  return `${new URL(site).hostname}: ${period.kind} ${period.name} (UTC)`;
}

/** Returns what a reader must know of the figures: that the period is not over. */
export function reportNote({ isComplete, made }: Report): string | undefined {
  return isComplete ? undefined : `The period is not over: figures until ${moment(made).text} UTC.`;
}

/** Returns the report for a terminal or the text of a mail. */
export function reportText(report: Report): string {
  const attention = attentionSentences(report);
  const note = reportNote(report);
  const lines = [
    reportTitle(report),
    ...(note === undefined ? [] : [note]),
    '',
    ...(attention.length === 0
      ? ['Nothing needs attention.']
      : ['Needs attention:', ...attention.map((sentence) => `- ${sentence}`)]),
  ];
  for (const { title, tables } of reportSections(report)) {
    lines.push('', title.toUpperCase());
    for (const table of tables) lines.push('', table.title, ...tableLines(table));
  }
  return `${lines.join('\n')}\n`;
}

function tableLines({ head, rows, texts, empty }: Table): string[] {
  if (rows.length === 0) return [`  ${empty}`];
  const all = [head, ...rows.map((cells) => cells.map(({ text }) => text))];
  const widths = head.map((_, at) => Math.max(...all.map((cells) => cells[at]?.length ?? 0)));
  return all.map((cells) => {
    const padded = cells.map((cell, at) =>
      at < texts ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0),
    );
    return `  ${padded.join('  ').trimEnd()}`;
  });
}
