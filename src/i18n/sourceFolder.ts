import { join } from 'node:path';

/** Set by astro.config.mjs, because a bundled module does not know where its source stood. */
declare const bundledSource: string | undefined;

/**
 * The folder `src`, where messages, posts and policies lie. A build names it in `SOURCE_FOLDER`: its bundle may have been
 * made in another copy of the same code, which is perhaps gone.
 */
export function sourceFolder(): string {
  const given = process.env['SOURCE_FOLDER'];
  if (given) return given;
  return typeof bundledSource === 'string' ? bundledSource : join(import.meta.dirname, '..');
}

/** Whether this code runs in Astro's bundle, in a build or in development, and not in plain Node. */
export function isBundled(): boolean {
  return typeof bundledSource === 'string';
}
