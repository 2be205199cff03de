/** Keeps two characters on one line, and has no width (U+2060). */
const joiner = '\u2060';

/**
 * Returns a date in which no line ends between the numbers and the units of Chinese and Japanese (`2026年3月9日`), where
 * browsers would break it at any of them. Other texts stay unchanged.
 */
export function joinDate(text: string): string {
  return text.replace(/\d(?=[年月日])|[年月](?=\d)/g, `$&${joiner}`);
}

/** Returns a date or span in which no line ends: `23.–29.11.2026`, `Nov 23 – 29, 2026`. */
export function unbroken(text: string): string {
  return text
    .replaceAll(' ', '\u00a0')
    .replaceAll('\u2009', '\u202f')
    .replaceAll('–', `–${joiner}`);
}

/** Returns a day of `Format` with plain spaces, for messages of the API, whose clients compare their texts. */
export function withPlainSpaces(day: string): string {
  return day.replaceAll('\u00a0', ' ');
}

/**
 * Returns a span of two dates in which no line ends. Only before a second year it may, because such a span can be wider
 * than a phone.
 */
export function joinSpan(from: string, sign: string, to: string): string {
  const after = to.includes('年') ? '' : joiner;
  return joinDate(from) + joiner + sign + after + joinDate(to);
}
