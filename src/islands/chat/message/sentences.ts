/** Returns the complete sentences at the start of a growing text; empty while the first one is incomplete. */
export function sentencesOf(text: string): string {
  const ends = [...text.matchAll(/[.!?…]["')\]]*\s|[。！？]|\n/g)];
  const last = ends.at(-1);
  return last ? text.slice(0, last.index + last[0].length) : '';
}
