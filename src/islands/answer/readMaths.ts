import type { Maths } from '#islands/answer/readMarkdown.ts';

/** Longer formulas are left as text. */
const most = 5_000;

/**
 * The formula that a text begins with, in the notations that models write: `$…$`, `$$…$$`, `\(…\)`, `\[…\]`. A single
 * dollar begins one only before, and ends one only after something that is no space, and not before a digit: “$5 and
 * $10” are prices.
 */
export function readMaths(source: string, level: 'block' | 'inline'): Maths | undefined {
  if (level === 'block') {
    return (
      match(/^ {0,3}\$\$([\s\S]+?)\$\$[ \t]*(?:\n|$)/, source, true) ??
      match(/^ {0,3}\\\[([\s\S]+?)\\\][ \t]*(?:\n|$)/, source, true)
    );
  }
  if (source.startsWith('$$')) return match(/^\$\$(?!\$)([\s\S]+?)\$\$(?!\$)/, source, true);
  if (source.startsWith('$')) {
    return match(/^\$(?!\s)((?:\\.|[^$\\\n])+?)(?<!\s)\$(?!\d)/, source, false);
  }
  if (source.startsWith('\\(')) return match(/^\\\(([\s\S]+?)\\\)/, source, false);
  // Escaped brackets are usual in texts; a formula has more than words in it.
  const found = match(/^\\\[([\s\S]+?)\\\]/, source, true);
  return found && /[\\^_=]/.test(found.text) ? found : undefined;
}

function match(pattern: RegExp, source: string, display: boolean): Maths | undefined {
  const found = pattern.exec(source.length > most ? source.slice(0, most) : source);
  const text = found?.[1]?.trim();
  // A formula has no blank lines: what looks like one is something else.
  if (!found || !text || /\n\s*\n/.test(text)) return undefined;
  return { type: 'maths', raw: found[0], text, display };
}
