import { readMaths } from '#markdown/readMaths.ts';

/**
 * Replaces what is within formulas by letters, because a star there marks no text. `rest`: the end of the text without
 * the masks that `masked` has for links, code and escaped signs.
 */
export function maskFormulas(masked: string, rest: string): string {
  const start = masked.length - rest.length;
  let text = '';
  let end = 0;
  for (const { index } of rest.matchAll(/\$|\\(?:[([]|begin\{|boxed\{)/g)) {
    const isMasked = !'$+\\'.includes(masked.charAt(start + index));
    if (index < end || isMasked) continue;
    const maths = readMaths(rest.slice(index), 'inline', rest.charAt(index - 1));
    if (!maths) continue;
    text += `${masked.slice(start + end, start + index)}$${'a'.repeat(maths.raw.length - 2)}$`;
    end = index + maths.raw.length;
  }
  return masked.slice(0, start) + text + masked.slice(start + end);
}
