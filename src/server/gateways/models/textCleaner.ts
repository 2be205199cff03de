/** U+0000 and halves of surrogate pairs. */
const suspect = /[\0\uD800-\uDFFF]/;

/**
 * Returns a function that makes the texts of one stream fit to store and send. PostgreSQL takes no U+0000. UTF-8 has no
 * half of a surrogate pair, which upstreams send when they cut an emoji between two texts: the first half is kept for
 * the next call.
 */
export function textCleaner(): (text: string) => string {
  let half = '';
  return (text) => {
    // The fast path of nearly every text.
    if (half === '' && !suspect.test(text)) return text;
    const whole = half + text;
    half = /[\uD800-\uDBFF]$/.exec(whole)?.[0] ?? '';
    return whole
      .slice(0, whole.length - half.length)
      .replaceAll('\0', '')
      .toWellFormed();
  };
}
