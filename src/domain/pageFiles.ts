/**
 * How pages lie on disk while they are built. An id may hold any character; a file’s name may not, and a percent sign
 * is decoded on the way by some tools. So the name is the percent-encoded value with `~` in the place of `%`.
 */

/** A value as the name of a file or folder: `a/b` → `a~2Fb`. */
export function fileSegment(value: string): string {
  return encodeURIComponent(value).replaceAll('~', '%7E').replaceAll('%', '~');
}

/** The address of a built page: `en/gpts/a~2Fb.html` → `/en/gpts/a%2Fb`, `en.html` → `/en`. */
export function pathOfFile(file: string): string {
  return file
    .replace(/\.html$/, '')
    .split('/')
    .map((name) => `/${encodeURIComponent(decodeURIComponent(name.replaceAll('~', '%')))}`)
    .join('');
}
