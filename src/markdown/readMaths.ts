import { isFormula } from '#markdown/dollars.ts';

export type Maths = { type: 'maths'; raw: string; text: string; display: boolean };

/** Characters. Longer formulas stay text. */
const maxLength = 5_000;

/** Within `$$` a dollar is a part of the formula in words only, as in `\text{5 $}`. */
const double = String.raw`((?:\\(?:text\w*|mbox)\{[^{}\n]*\}|\\[\s\S]|[^$\\])+?)`;
const doubleBlock = new RegExp(String.raw`^ {0,3}\$\$${double}\$\$[ \t]*(?:\n|$)`);
const doubleInline = new RegExp(String.raw`^\$\$${double}\$\$(?!\$)`);

/**
 * Returns the formula at the start of a text, in the notations that models write: `$…$`, `$$…$$`, `\(…\)`, `\[…\]`.
 * `before`: the character before it.
 */
export function readMaths(
  source: string,
  level: 'block' | 'inline',
  before = '',
): Maths | undefined {
  if (level === 'block') {
    return (
      match(doubleBlock, source, true) ??
      match(/^ {0,3}\\\[([\s\S]+?)\\\][ \t]*(?:\n|$)/, source, true)
    );
  }
  if (source.startsWith('$$')) return readDollars(doubleInline, source, before);
  if (source.startsWith('$')) {
    return readDollars(/^\$(?!\s)((?:\\.|[^$\\\n])+?)(?<!\s)\$/, source, before);
  }
  if (source.startsWith('\\(')) return match(/^\\\(([\s\S]+?)\\\)/, source, false);
  // Texts often have escaped brackets. A formula has more than words between them.
  const found = match(/^\\\[([\s\S]+?)\\\]/, source, true);
  return found && /[\\^_=]/.test(found.text) ? found : undefined;
}

function readDollars(pattern: RegExp, source: string, before: string): Maths | undefined {
  const found = match(pattern, source, source.startsWith('$$'));
  const after = source.slice(found?.raw.length, (found?.raw.length ?? 0) + 20);
  return found && isFormula(found, before, after) ? found : undefined;
}

function match(pattern: RegExp, source: string, display: boolean): Maths | undefined {
  const found = pattern.exec(source.slice(0, maxLength));
  const text = found?.[1]?.trim();
  // A formula has no blank lines.
  if (!found || !text || /\n\s*\n/.test(text)) return undefined;
  return { type: 'maths', raw: found[0], text, display };
}
