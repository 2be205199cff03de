/** Returns the space between a sentence and what follows it on its line; none after full-width punctuation. */
export function spaceAfter(sentence: string): '' | ' ' {
  return /[。！？：]$/.test(sentence) ? '' : ' ';
}

/**
 * Returns the sentences as one text. Empty ones are omitted, full-width punctuation needs no space after it, and a dot
 * separates a sentence without a full stop from the next one.
 */
export function joinSentences(sentences: readonly string[]): string {
  return sentences
    .filter((sentence) => sentence !== '')
    .reduce((text, next) => {
      if (/(^|[。！？])$/.test(text)) return text + next;
      return `${text}${/[.!?…]$/.test(text) ? ' ' : ' · '}${next}`;
    }, '');
}
