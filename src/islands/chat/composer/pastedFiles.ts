/** Lines that file managers of Linux add to the list of files. */
const listHeads = new Set(['copy', 'cut', 'x-special/nautilus-clipboard']);

/**
 * Whether the text that was pasted together with files only names them: file managers add names, paths or addresses.
 * Office programs add a picture of the copied text instead, and then only the text is used.
 */
export function namesOnlyFiles(text: string, files: readonly { name: string }[]): boolean {
  // Some file managers hide the extension.
  const names = files.flatMap(({ name }) => {
    return [name.normalize(), name.normalize().replace(/\.[^.]+$/, '')];
  });
  return text
    .split(/[\r\n\0]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !listHeads.has(line))
    .every((line) => names.includes(lastSegment(line)));
}

/** Returns the name at the end of a path or of a `file:` address. */
function lastSegment(line: string): string {
  const path = line.startsWith('file:') ? decoded(line) : line;
  return path
    .replace(/[/\\]+$/, '')
    .replace(/^.*[/\\]/, '')
    .normalize();
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
