/** A tag that opens or closes a part that readers open. Tags that open one have a summary. */
type DetailsTag = { start: number; end: number; summary: string | undefined };

/** Parts within more parts than these stay text. */
const deepest = 3;

const opening = /<details(?: open(?:="")?)?>\s{0,20}<summary>([^]{1,500}?)<\/summary>/iy;

/** Lines in which a tag stays text: cells, quotes, headings, items and code by indentation. */
const otherLine = /^(?: {4}|\s*(?:[|>#]|(?:[-*+]|\d{1,9}[.)])\s))/;

/**
 * Returns the first tag in a line that begins or ends a part that readers open: `<details><summary>…</summary>` or
 * `</details>`. `depth`: how many such parts are open.
 */
export function readDetails(
  text: string,
  lineStart: number,
  lineEnd: number,
  depth: number,
): DetailsTag | undefined {
  const line = text.slice(lineStart, lineEnd);
  const closed = depth > 0 ? line.search(/<\/details>/i) : -1;
  const opened = depth < deepest ? line.search(/<details/i) : -1;
  const at = closed >= 0 && (opened < 0 || closed < opened) ? closed : opened;
  if (at < 0 || isWithinCode(line.slice(0, at))) return undefined;
  const start = lineStart + at;
  if (at === closed) return { start, end: start + '</details>'.length, summary: undefined };
  if (otherLine.test(line)) return undefined;
  opening.lastIndex = start;
  const found = opening.exec(text);
  if (!found) return undefined;
  return { start, end: start + found[0].length, summary: found[1]?.trim() ?? '' };
}

function isWithinCode(before: string): boolean {
  return before.split('`').length % 2 === 0;
}
