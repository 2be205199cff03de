import { escapeHtml } from '#domain/texts/escapeHtml.ts';
import { attentionSentences } from '#server/services/report/attention.ts';
import { moment } from '#server/services/report/cells.ts';
import { type Chart, drawChart } from '#server/services/report/chart.ts';
import type { Report } from '#server/services/report/readReport.ts';
import { reportStyle } from '#server/services/report/reportStyle.ts';
import { reportNote, reportTitle } from '#server/services/report/reportText.ts';
import { type Section, type Table, reportSections } from '#server/services/report/sections.ts';

/** Returns the report as one HTML file that needs nothing else: no script, and nothing of other files or servers. */
export function reportHtml(report: Report): string {
  const title = escapeHtml(reportTitle(report));
  const note = reportNote(report);
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    // Also forbids what a name could load if it were not escaped.
    `<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<title>${title}</title><style>${reportStyle}</style></head><body><main>`,
    `<h1>${title}</h1>`,
    note === undefined ? '' : `<p class="note">${escapeHtml(note)}</p>`,
    attentionHtml(attentionSentences(report)),
    ...reportSections(report).map(sectionHtml),
    `<footer>Made at ${moment(report.made).text} UTC by Dolores. Days and months are those of UTC.</footer>`,
    '</main></body></html>\n',
  ]
    .filter(Boolean)
    .join('\n');
}

function attentionHtml(sentences: readonly string[]): string {
  if (sentences.length === 0) return '<p class="good">Nothing needs attention.</p>';
  const items = sentences.map((sentence) => `<li>${escapeHtml(sentence)}</li>`).join('');
  return `<section class="attention"><h2>Needs attention</h2><ul>${items}</ul></section>`;
}

function sectionHtml({ title, tables, charts }: Section): string {
  const drawn = charts.map(chartHtml).join('\n');
  return [
    `<section><h2>${escapeHtml(title)}</h2>`,
    ...tables.map(tableHtml),
    drawn === '' ? '' : `<div class="charts">${drawn}</div>`,
    '</section>',
  ]
    .filter(Boolean)
    .join('\n');
}

function tableHtml({ title, head, rows, texts, empty }: Table): string {
  const heading = `<h3>${escapeHtml(title)}</h3>`;
  if (rows.length === 0) return `${heading}<p>${escapeHtml(empty)}</p>`;
  const kind = (at: number) => (at < texts ? '' : ' class="number"');
  const headCells = head.map((text, at) =>
    text === '' ? '<td></td>' : `<th scope="col"${kind(at)}>${escapeHtml(text)}</th>`,
  );
  const lines = rows.map((cells) => {
    const written = cells.map(({ text }, at) =>
      at === 0
        ? `<th scope="row">${escapeHtml(text)}</th>`
        : `<td${kind(at)}>${escapeHtml(text)}</td>`,
    );
    return `<tr>${written.join('')}</tr>`;
  });
  const table = `<table><thead><tr>${headCells.join('')}</tr></thead><tbody>${lines.join('\n')}</tbody></table>`;
  // Can be focused, so that the keyboard scrolls it.
  return `${heading}<section class="scroll" aria-label="${escapeHtml(title)}" tabindex="0">${table}</section>`;
}

function chartHtml(chart: Chart): string {
  const { title, unit, labels, series } = chart;
  const legend = series.map(
    ({ name }, at) => `<span><i class="s${at}"></i>${escapeHtml(name)}</span>`,
  );
  const rows = labels.map((label, at) => [
    { text: label },
    ...series.map(({ values }) => values[at] ?? { text: '' }),
  ]);
  const head = [unit, ...series.map(({ name }) => name)];
  return [
    `<figure><figcaption>${escapeHtml(title)}</figcaption>`,
    drawChart(chart),
    series.length > 1 ? `<p class="legend">${legend.join('')}</p>` : '',
    tableHtml({ title: '', head, rows, texts: 1, empty: '' })
      .replace('<h3></h3>', '')
      .replace('aria-label=""', `aria-label="${escapeHtml(`${title}: values`)}"`),
    '</figure>',
  ]
    .filter(Boolean)
    .join('\n');
}
