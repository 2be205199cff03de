import { isFormula } from '#markdown/dollars.ts';
import { readEnvironment } from '#markdown/environments.ts';

export type Maths = { type: 'maths'; raw: string; text: string; display: boolean };

/** Characters. Longer formulas stay text. */
const maxLength = 5_000;

/**
 * Within dollars a dollar is a part of the formula in words only, as in `\text{5 $}`. There is one way only to read each
 * sign, because two of each would take exponential time.
 */
const words = String.raw`\\(?:text\w*|mbox)\{[^{}\n]*\}`;
const sign = String.raw`\\(?!(?:text\w*|mbox)\{[^{}\n]*\})`;
const double = String.raw`((?:${words}|${sign}[\s\S]|[^$\\])+?)`;
const doubleBlock = new RegExp(String.raw`^ {0,3}\$\$${double}\$\$[ \t]*(?:\n|$)`);
const single = new RegExp(String.raw`^\$(?!\s)((?:${words}|${sign}.|[^$\\\n])+?)(?<!\s)\$`);
const doubleInline = new RegExp(String.raw`^\$\$${double}\$\$(?!\$)`);

/**
 * Returns the formula at the start of a text, in the notations that models write: `$…$`, `$$…$$`, `\(…\)`, `\[…\]`,
 * `\begin{aligned}…`. `before`: the character before it.
 */
export function readMaths(
  source: string,
  level: 'block' | 'inline',
  before = '',
): Maths | undefined {
  if (level === 'block') {
    return (
      match(doubleBlock, source, true) ??
      bracketed(source) ??
      environment(source, /^ {0,3}(?=\\begin)/, /^[ \t]*(?:\n|$)/)
    );
  }
  if (source.startsWith('$$')) return readDollars(doubleInline, source, before);
  if (source.startsWith('$')) {
    return match(/^\$`([^`\n]+)`\$/, source, false) ?? readDollars(single, source, before);
  }
  if (source.startsWith('\\(')) return match(/^\\\(([\s\S]+?)\\\)/, source, false);
  if (source.startsWith('\\begin{')) return environment(source, /^/, /^/);
  if (source.startsWith('\\boxed{')) return box(source);
  // Texts often have escaped brackets. A formula has more than words between them.
  const found = match(/^\\\[([\s\S]+?)\\\]/, source, true);
  return found && /[\\^_=]/.test(found.text) ? found : undefined;
}

/** Returns the formula in brackets on lines of its own. Words in escaped brackets are none, as in `\[to be done\]`. */
function bracketed(source: string): Maths | undefined {
  const found = match(/^ {0,3}\\\[([\s\S]+?)\\\][ \t]*(?:\n|$)/, source, true);
  const isWords =
    found && /^[\p{L}\s]*\p{L}{2,}\s+\p{L}{2,}[\p{L}\s.,]*$/u.test(found.text.slice(0, 200));
  return isWords ? undefined : found;
}

function readDollars(pattern: RegExp, source: string, before: string): Maths | undefined {
  const found = match(pattern, source, source.startsWith('$$'));
  const after = source.slice(found?.raw.length, (found?.raw.length ?? 0) + 20);
  return found && isFormula(found, before, after) ? found : undefined;
}

/** Returns an environment of formulas. `start` and `end`: what else belongs to its source. */
function environment(source: string, start: RegExp, end: RegExp): Maths | undefined {
  const before = start.exec(source)?.[0];
  if (before === undefined) return undefined;
  const text = readEnvironment(source.slice(before.length, maxLength));
  if (text === undefined || /\n\s*\n/.test(text)) return undefined;
  const after = end.exec(source.slice(before.length + text.length))?.[0];
  if (after === undefined) return undefined;
  return { type: 'maths', raw: before + text + after, text: unlabelled(text), display: true };
}

const inBraces = String.raw`[^{}\n]*(?:\{[^{}\n]*(?:\{[^{}\n]*\}[^{}\n]*)*\}[^{}\n]*)*`;
const boxed = new RegExp(String.raw`^(\\boxed\{${inBraces}\})`);

/** Returns the result that models put into a box, also without dollars. */
function box(source: string): Maths | undefined {
  return match(boxed, source, false);
}

function match(pattern: RegExp, source: string, display: boolean): Maths | undefined {
  const found = pattern.exec(source.slice(0, maxLength));
  const text = found?.[1]?.trim();
  // A formula has no blank lines.
  if (!found || !text || /\n\s*\n/.test(text)) return undefined;
  return { type: 'maths', raw: found[0], text: unlabelled(text), display };
}

/** Returns a formula without the labels to which other formulas refer, which KaTeX does not know. */
function unlabelled(text: string): string {
  return text.replace(/\\label\{[^{}\n]{0,100}\}/g, '');
}
