/** How much of a page is searched for its charset (as browsers do). */
const sniffedBytes = 1_024;

/** Returns the type of a `Content-Type` header, in lower case and without parameters. */
export function typeIn(header: string | undefined): string {
  return (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** Returns the charset of a page: of its byte order mark, its header, its `<meta>`, else UTF-8. */
export function charsetOf(header: string | undefined, body: Uint8Array): string {
  const start = Buffer.from(body.subarray(0, sniffedBytes)).toString('latin1');
  if (start.startsWith('\u00EF\u00BB\u00BF')) return 'utf-8';
  if (start.startsWith('\u00FF\u00FE')) return 'utf-16le';
  if (start.startsWith('\u00FE\u00FF')) return 'utf-16be';
  return (
    known(/charset\s*=\s*"?([\w:.-]{1,40})/i.exec(header ?? '')?.[1]) ??
    known(/<meta[^>]{0,200}?charset\s*=\s*["']?([\w:.-]{1,40})/i.exec(start)?.[1]) ??
    'utf-8'
  );
}

/** Returns the name of a charset as `TextDecoder` calls it; `undefined` for one that it does not know. */
function known(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}
