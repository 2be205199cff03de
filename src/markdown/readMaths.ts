export type Maths = { type: 'maths'; raw: string; text: string; display: boolean };

/** Characters. Longer formulas stay text. */
const maxLength = 5_000;

/**
 * Returns the formula at the start of a text, in the notations that models write: `$…$`, `$$…$$`, `\(…\)`, `\[…\]`.
 * Because “$5 and $10” are prices, a formula between single dollars has no space at its ends, and no digit follows it.
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
  // Texts often have escaped brackets. A formula has more than words between them.
  const found = match(/^\\\[([\s\S]+?)\\\]/, source, true);
  return found && /[\\^_=]/.test(found.text) ? found : undefined;
}

function match(pattern: RegExp, source: string, display: boolean): Maths | undefined {
  const found = pattern.exec(source.slice(0, maxLength));
  const text = found?.[1]?.trim();
  // A formula has no blank lines.
  if (!found || !text || /\n\s*\n/.test(text)) return undefined;
  return { type: 'maths', raw: found[0], text, display };
}
