/** Returns one record of a CSV file, without its line break. Quotes cells as RFC 4180 requires. */
export function writeCells(cells: readonly string[]): string {
  return cells
    .map((cell) => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',');
}

/**
 * Returns the text as a cell that no spreadsheet runs as a formula: an apostrophe is put in front of a formula, and of
 * a text that looks as if it already had such an apostrophe. `restoreFormula` removes it.
 */
export function neutralizeFormula(text: string): string {
  return /^'*[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text;
}

/** Returns the text that was given to `neutralizeFormula`. */
export function restoreFormula(cell: string): string {
  return /^'+[=+\-@\t\r＝＋－＠]/.test(cell) ? cell.slice(1) : cell;
}
