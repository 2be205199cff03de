/** Names that systems and programs leave in any folder: mount points, file managers, network drives, editors. */
const foreignName =
  /^(?:\..*|lost\+found|desktop\.ini|(?:eh)?thumbs\.db|icon\r|\$recycle\.bin|recycler|system volume information|__macosx|@eadir|#recycle|aquota\.(?:user|group))$|(?:~|\.(?:tmp|swp|bak|orig))$/i;

/** Whether a file or folder with this name is not from the operator. Our folders may contain such; they are not read. */
export function isForeignFile(name: string): boolean {
  return foreignName.test(name);
}

/** Returns a text file without the byte order mark that some editors put before it. */
export function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}
