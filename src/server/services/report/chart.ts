import { escapeHtml } from '#domain/texts/escapeHtml.ts';
import type { Cell } from '#server/services/report/cells.ts';

/** Bars over time; several series stand on each other. Only one series may have negative values. */
export type Chart = {
  title: string;
  /** The name of a bar, such as “day”. */
  unit: string;
  labels: readonly string[];
  series: readonly { name: string; values: readonly Cell[] }[];
};

/** The size of the drawing and of the area of the bars, in its own units: as many pixels on a phone. */
const width = 340;
const height = 170;
const area = { left: 44, right: 336, top: 12, bottom: 146 };

/** Most labels below the bars, which would overlap otherwise. */
const mostLabels = 6;

/** Draws a chart as SVG. A table beneath has its values: the drawing has no more text than its axes need. */
export function drawChart({ title, labels, series }: Chart): string {
  const totals = labels.map((_, at) => series.reduce((all, one) => all + valueAt(one, at), 0));
  const highest = niceAbove(Math.max(0, ...totals));
  const lowest = -niceAbove(Math.max(0, ...totals.map((total) => -total)));
  const range = highest - lowest || 1;
  const toY = (value: number) =>
    area.bottom - ((value - lowest) / range) * (area.bottom - area.top);
  const step = (area.right - area.left) / Math.max(labels.length, 1);
  const bars = labels.flatMap((_, at) => {
    let base = 0;
    return series.map((one, index) => {
      const value = valueAt(one, at);
      const [from, to] = [toY(base), toY(base + value)];
      base += value;
      const size = { y: Math.min(from, to), height: Math.abs(from - to) };
      const place = `x="${round(area.left + at * step + step * 0.12)}" width="${round(step * 0.76)}"`;
      return size.height < 0.05
        ? ''
        : `<rect class="s${index}" ${place} y="${round(size.y)}" height="${round(size.height)}"/>`;
    });
  });
  const ticks = [...new Set([lowest, 0, highest / 2, highest])].map((value) => {
    const y = round(toY(value));
    const line = `<line class="grid" x1="${area.left}" x2="${area.right}" y1="${y}" y2="${y}"/>`;
    return `${line}<text x="${area.left - 6}" y="${y + 4}" text-anchor="end">${shortNumber(value)}</text>`;
  });
  const every = Math.ceil(labels.length / mostLabels);
  const names = labels.map((label, at) => {
    if (at % every !== 0) return '';
    const x = round(area.left + (at + 0.5) * step);
    return `<text x="${x}" y="${height - 8}" text-anchor="middle">${escapeHtml(label)}</text>`;
  });
  const description = `${title}: bars; the table below has the values`;
  return [
    `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeHtml(description)}">`,
    ...ticks,
    ...bars.filter(Boolean),
    ...names.filter(Boolean),
    '</svg>',
  ].join('');
}

function valueAt({ values }: Chart['series'][number], at: number): number {
  return values[at]?.value ?? 0;
}

/** Returns the next larger round number; 0 for 0. Half of it is a short number too. */
function niceAbove(value: number): number {
  if (value <= 0) return 0;
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 1.2, 1.6, 2, 3, 4, 6, 8, 10].find((one) => one * power >= value) ?? 10;
  return factor * power;
}

/** A number of an axis, such as `1.5k`. */
function shortNumber(value: number): string {
  return new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 })
    .format(value)
    .toLowerCase();
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
