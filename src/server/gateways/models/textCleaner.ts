/** Characters that may have to be changed. */
const suspect = /[\0\uD800-\uDFFF]/;

/**
 * Makes the texts of one stream fit to store and send on: PostgreSQL takes no U+0000, and UTF-8 has no half of a
 * surrogate pair, which upstreams send when they cut an emoji between two deltas. A half is kept for the next call.
 */
export function textCleaner(): (text: string) => string {
  let half = '';
  return (text) => {
    // Nearly every text.
    if (half === '' && !suspect.test(text)) return text;
    const whole = half + text;
    half = /[\uD800-\uDBFF]$/.exec(whole)?.[0] ?? '';
    return whole
      .slice(0, whole.length - half.length)
      .replaceAll('\0', '')
      .toWellFormed();
  };
}
