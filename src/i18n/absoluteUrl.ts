/** Returns the address of a path under the site's public origin. */
export function absoluteUrl(path: string, origin: string): string {
  return `${origin.replace(/\/+$/, '')}${path}`;
}
