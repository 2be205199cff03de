import { join } from 'node:path';

/** The source folder, set by astro.config.mjs, because a bundled module has lost the path of its source. */
declare const bundledSource: string | undefined;

/**
 * Returns the folder `src` with messages, posts and policies. A build sets it in `SOURCE_FOLDER`, because its bundle may
 * have been made in another copy of the same code, which may no longer exist.
 */
export function sourceFolder(): string {
  const given = process.env['SOURCE_FOLDER'];
  if (given) return given;
  return typeof bundledSource === 'string' ? bundledSource : join(import.meta.dirname, '..');
}

/** Whether this code runs in Astro's bundle (in a build or in development) and not in plain Node. */
export function isBundled(): boolean {
  return typeof bundledSource === 'string';
}
