/** Returns one record of a CSV file, without its line break. Quotes cells as RFC 4180 requires. */
export function writeCells(cells: readonly string[]): string {
  return cells
    .map((cell) => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',');
}

/**
 * Returns the text as a cell that is safe to open in a spreadsheet and to print on a terminal: without formulas and
 * control characters. `restoreText` returns the text.
 */
export function safeCell(text: string): string {
  return neutralizeFormula(escapeControls(text));
}

/** Returns the text that was given to `safeCell`. */
export function restoreText(cell: string): string {
  return restoreControls(restoreFormula(cell));
}

/**
 * Writes control characters except tabs and line breaks as `\x1b`. A backslash that begins such a text is written as
 * `\x5c`.
 */
function escapeControls(text: string): string {
  return text.replace(/(?![\t\n\r])\p{Cc}|\\(?=x[\da-f]{2})/gu, (character) => {
    return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
}

/** Other texts that begin with `\x`, of files from elsewhere, stay as they are. */
function restoreControls(text: string): string {
  return text.replace(
    /\\x(0[0-8bcef]|1[\da-f]|7f|[89][\da-f]|5c(?=x[\da-f]{2}))/g,
    (_, code: string) => {
      return String.fromCharCode(Number.parseInt(code, 16));
    },
  );
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
