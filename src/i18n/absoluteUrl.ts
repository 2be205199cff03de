/** Returns the absolute URL of a path on the site's public origin. */
export function absoluteUrl(path: string, origin: string): string {
  return `${origin.replace(/\/+$/, '')}${path}`;
}
