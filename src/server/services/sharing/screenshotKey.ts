/** Returns the key under which the media store keeps a screenshot. A trigger of `sharing_post` knows it, too. */
export function screenshotKey(id: string): string {
  return `sharing/${id}`;
}
