import type { MessageRow } from '#stores/thread/messageRows.ts';

/** Pixels around a text, with the gap to the next message; of a line; of a blank line. */
const aroundQuestion = 76;
const aroundAnswer = 90;
const lineHeight = 28;
const blankHeight = 10;
/** The average width of a letter in pixels. Chinese, Japanese and Korean letters count twice. */
const letterWidth = 7.5;
const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/g;

/** The estimate uses this many of the newest messages, and this many characters of each. */
const maxRows = 100;
const maxCharacters = 20_000;

/**
 * Returns the estimated average height of a row in pixels, in a list of this width. A virtual list with too low an
 * estimate renders far more rows than are visible.
 */
export function estimateHeight(rows: readonly MessageRow[], width: number): number {
  const newest = rows.slice(-maxRows);
  const heights = newest.map(({ message: { role, text } }) =>
    role === 'user'
      ? aroundQuestion + heightOf(text, width * 0.8)
      : aroundAnswer + heightOf(text, width),
  );
  const sum = heights.reduce((all, height) => all + height, 0);
  return Math.round(sum / Math.max(1, heights.length));
}

function heightOf(text: string, width: number): number {
  const lettersPerLine = Math.max(1, Math.floor(width / letterWidth));
  return text
    .slice(0, maxCharacters)
    .split('\n')
    .reduce((sum, line) => sum + heightOfLine(line, lettersPerLine), 0);
}

function heightOfLine(line: string, lettersPerLine: number): number {
  if (line.trim() === '') return blankHeight;
  const letters = line.length + (line.match(wide)?.length ?? 0);
  return Math.ceil(letters / lettersPerLine) * lineHeight;
}
