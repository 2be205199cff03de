/** One record of a CSV file, without its line break. */
export function writeCells(cells: readonly string[]): string {
  return cells
    .map((cell) => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',');
}

/**
 * A text as a cell that no spreadsheet takes for a formula: with an apostrophe in front of what would begin one, and of
 * what looks as if that had been done. `restoreFormula` takes it away.
 */
export function neutralizeFormula(text: string): string {
  return /^'*[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text;
}

/** The text that `neutralizeFormula` made a harmless cell of. */
export function restoreFormula(cell: string): string {
  return /^'+[=+\-@\t\r＝＋－＠]/.test(cell) ? cell.slice(1) : cell;
}
