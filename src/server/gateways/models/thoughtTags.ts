/** The marks by which models and servers enclose thoughts within the text of an answer. */
const pairs: readonly (readonly [opening: string, closing: string])[] = [
  ...['think', 'thinking', 'thought', 'reasoning', 'seed:think'].map(
    (name) => [`<${name}>`, `</${name}>`] as const,
  ),
  ['[THINK]', '[/THINK]'],
  ['◁think▷', '◁/think▷'],
  ['<|begin_of_thought|>', '<|end_of_thought|>'],
  ['<|START_THINKING|>', '<|END_THINKING|>'],
];

const openings = alternatives(pairs.map(([opening]) => opening));
const closings = alternatives(pairs.map(([, closing]) => closing));

/** An opening mark, after white space only. */
export const openingAtStart = new RegExp(`^\\s*(${openings})`, 'i');

/** A closing mark, after white space only, with the white space after it. */
export const closingAtStart = new RegExp(`^\\s*(?:${closings})\\s*`, 'i');

/** The next mark of either kind. */
export const nextMark = new RegExp(`${openings}|${closings}`, 'i');

/** Every mark begins with one of these. */
export const firstOfMark = /[<[◁]/;

const isOpeningMark = new RegExp(`^(?:${openings})$`, 'i');
const anyOpening = new RegExp(openings, 'i');
const marks = pairs.flat().map((mark) => mark.toLowerCase());
const longest = Math.max(...marks.map(({ length }) => length));

export function isOpening(mark: string): boolean {
  return isOpeningMark.test(mark);
}

/** Returns the closing mark of an opening one, in lower case. */
export function closingOf(opening: string): string {
  const same = pairs.find(([mark]) => mark.toLowerCase() === opening.toLowerCase());
  return same?.[1].toLowerCase() ?? '</think>';
}

/** Whether a text may be the beginning of a mark; true for an empty text. */
export function mayBecomeMark(text: string): boolean {
  const start = text.toLowerCase();
  return marks.some((mark) => mark.startsWith(start));
}

/** Returns the end of a text that may be the beginning of a mark. */
export function unfinishedMark(text: string): string {
  for (let start = Math.max(0, text.length - longest); start < text.length; start += 1) {
    const end = text.slice(start);
    if (firstOfMark.test(end.charAt(0)) && mayBecomeMark(end)) return end;
  }
  return '';
}

/** Whether a mark after this text is in a code block or in inline code of its line. */
export function endsInCode(text: string): boolean {
  const fences = text.match(/^ {0,3}(?:`{3,}|~{3,})/gm)?.length ?? 0;
  const ticks = lineBefore(text).match(/`/g)?.length ?? 0;
  return fences % 2 === 1 || ticks % 2 === 1;
}

/** Whether only white space follows the last line break of a text. */
export function isAtLineStart(text: string): boolean {
  return lineBefore(text).trim() === '';
}

/**
 * Whether a closing mark ends thoughts that have no opening mark, which some servers put into the prompt. A mark within
 * a sentence or in code is part of an answer about such marks.
 */
export function endsThoughts(before: string, after: string): boolean {
  if (anyOpening.test(before) || endsInCode(before)) return false;
  if (isAtLineStart(before)) return true;
  const isSentenceEnd = /[.!?…。！？)"”]\s*$/.test(before);
  return after.trim() !== '' && (isSentenceEnd || /^[ \t]*\r?\n/.test(after));
}

function lineBefore(text: string): string {
  return text.slice(text.lastIndexOf('\n') + 1);
}

function alternatives(texts: readonly string[]): string {
  return texts.map((text) => text.replace(/[[\]|/]/g, '\\$&')).join('|');
}
