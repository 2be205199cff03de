/**
 * Names of built files. An id may have any character, but a file name may not, and some tools decode percent signs. So the
 * name is the percent-encoded value with `~` instead of `%`.
 */

/**
 * Returns the file or folder name of a value: `a/b` → `a~2Fb`. `index` is special, because it is the file of its
 * folder.
 */
export function fileSegment(value: string): string {
  if (value === 'index') return '~69ndex';
  return encodeURIComponent(value).replaceAll('~', '%7E').replaceAll('%', '~');
}

/** Reverses `fileSegment` in a path: `/en/gpts/a~2Fb` → `/en/gpts/a/b`. */
export function decodeFilePath(path: string): string {
  return decodeURIComponent(path.replaceAll('~', '%'));
}
