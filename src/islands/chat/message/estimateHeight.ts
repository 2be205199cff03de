import type { MessageRow } from '#stores/thread/messageRows.ts';

/** Pixels of what stands around a text with its distance to the next one, of a line, and of a blank one. */
const aroundQuestion = 76;
const aroundAnswer = 90;
const lineHeight = 28;
const blankHeight = 10;
/** Of a letter on average; one of Chinese, Japanese or Korean is as wide as two. */
const letterWidth = 7.5;
const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/g;

/** So many of the newest are looked at, and so much of each. */
const rowsAtMost = 100;
const charactersAtMost = 20_000;

/**
 * How high a row may be on average, in pixels, in a list of this width. Of a conversation of which only a part is in the
 * page, too low a guess draws far more than is seen at each step of scrolling.
 */
export function estimateHeight(rows: readonly MessageRow[], width: number): number {
  const newest = rows.slice(-rowsAtMost);
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
    .slice(0, charactersAtMost)
    .split('\n')
    .reduce((sum, line) => sum + heightOfLine(line, lettersPerLine), 0);
}

function heightOfLine(line: string, lettersPerLine: number): number {
  if (line.trim() === '') return blankHeight;
  const letters = line.length + (line.match(wide)?.length ?? 0);
  return Math.ceil(letters / lettersPerLine) * lineHeight;
}
