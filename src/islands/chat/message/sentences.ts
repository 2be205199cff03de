/** The whole sentences that a growing text begins with; empty while the first one is not complete. */
export function sentencesOf(text: string): string {
  const ends = [...text.matchAll(/[.!?…]["')\]]*\s|[。！？]|\n/g)];
  const last = ends.at(-1);
  return last ? text.slice(0, last.index + last[0].length) : '';
}
