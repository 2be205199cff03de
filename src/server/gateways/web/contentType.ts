/** How many bytes of a page are searched for its charset, as in browsers. */
const sniffedBytes = 1_024;

/** Returns the media type of a `Content-Type` header, in lower case and without parameters. */
export function typeIn(header: string | undefined): string {
  return (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** Returns the charset of a page, by its byte order mark, its header or its `<meta>`; else UTF-8. */
export function charsetOf(header: string | undefined, body: Uint8Array): string {
  const start = Buffer.from(body.subarray(0, sniffedBytes)).toString('latin1');
  if (start.startsWith('\u00EF\u00BB\u00BF')) return 'utf-8';
  if (start.startsWith('\u00FF\u00FE')) return 'utf-16le';
  if (start.startsWith('\u00FE\u00FF')) return 'utf-16be';
  return (
    supported(/charset\s*=\s*"?([\w:.-]{1,40})/i.exec(header ?? '')?.[1]) ??
    supported(/<meta[^>]{0,200}?charset\s*=\s*["']?([\w:.-]{1,40})/i.exec(start)?.[1]) ??
    'utf-8'
  );
}

/** Returns the name of a charset that `TextDecoder` supports; `undefined` for any other. */
function supported(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}
