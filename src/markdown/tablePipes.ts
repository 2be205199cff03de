import { readMaths } from '#markdown/readMaths.ts';

/** Code, escaped signs, and what may begin a formula. */
const signs = /`[^`]*`|\\[\\$|`]|\$\$?|\\[([]/g;

/**
 * Escapes the pipes within formulas and code of a table, as in `$P(A|B)$`, so that they end no cell. A row with as many cells as
 * the table has columns stays as it is.
 */
export function escapeFormulaPipes(source: string): string {
  const rule = source.split('\n', 2)[1] ?? '';
  if (!/^[\s|:-]*-[\s|:-]*$/.test(rule)) return source;
  const lines = source.split('\n');
  const columns = countCells(rule);
  const end = lines.findIndex((line) => line.trim() === '');
  const rows = lines.slice(0, end < 0 ? lines.length : end);
  return [...rows.map((row) => escapeRow(row, columns)), ...lines.slice(rows.length)].join('\n');
}

function escapeRow(row: string, columns: number): string {
  if (!/[$`]|\\[([]/.test(row) || countCells(row) <= columns) return row;
  let escaped = '';
  let end = 0;
  for (const { 0: sign, index } of row.matchAll(signs)) {
    if (index < end || !/^(?:[$`]|\\[([])/.test(sign)) continue;
    const fixed = sign.startsWith('`')
      ? sign
      : readMaths(row.slice(index), 'inline', row.charAt(index - 1))?.raw;
    if (fixed === undefined) continue;
    escaped += row.slice(end, index) + fixed.replaceAll(/(?<!\\)\|/g, String.raw`\|`);
    end = index + fixed.length;
  }
  return escaped + row.slice(end);
}

function countCells(row: string): number {
  const inner = row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).length;
}
