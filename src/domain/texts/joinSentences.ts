/** Returns the sentences as one text. Empty ones are omitted, and full-width punctuation needs no space after it. */
export function joinSentences(sentences: readonly string[]): string {
  return sentences
    .filter((sentence) => sentence !== '')
    .reduce((text, next) => (/(^|[。！？])$/.test(text) ? text + next : `${text} ${next}`), '');
}
