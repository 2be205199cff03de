/**
 * How pages lie on disk while they are built. An id may hold any character; a file’s name may not, and a percent sign
 * is decoded on the way by some tools. So the name is the percent-encoded value with `~` in the place of `%`.
 */

/** A value as the name of a file or folder: `a/b` → `a~2Fb`. `index` would be taken for its folder: `~69ndex`. */
export function fileSegment(value: string): string {
  if (value === 'index') return '~69ndex';
  return encodeURIComponent(value).replaceAll('~', '%7E').replaceAll('%', '~');
}

/** The value that `fileSegment` made a name of, within a path too: `/en/gpts/a~2Fb` → `/en/gpts/a/b`. */
export function decodeFilePath(path: string): string {
  return decodeURIComponent(path.replaceAll('~', '%'));
}
