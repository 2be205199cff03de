/** Returns the complete sentences at the start of a growing text; empty while the first one is incomplete. */
export function sentencesOf(text: string): string {
  let end = 0;
  for (const { index, 0: mark } of text.matchAll(/[.!?…]["')\]]*\s|[。！？]|\n/g)) {
    end = index + mark.length;
  }
  return text.slice(0, end);
}
