/** Returns the key of a screenshot in the media store. A trigger of `sharing_post` builds the same key. */
export function screenshotKey(id: string): string {
  return `sharing/${id}`;
}
