import { findEncoding } from '#server/findEncoding.ts';

/** How many bytes of a page are searched for its charset. Browsers search 1,024; many pages name it later. */
const searchedBytes = 100_000;

/** Returns the media type of a `Content-Type` header, in lower case and without parameters. */
export function typeIn(header: string | undefined): string {
  return (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/**
 * Returns the charset of a page: UTF-8 if it is valid, else the one of its header, `<meta>` or XML declaration in which it
 * is valid, else a guess. Returns UTF-8 for what is no text.
 */
export function charsetOf(header: string | undefined, body: Uint8Array): string {
  if (!/text|html|xml|json|^$/.test(typeIn(header))) return 'utf-8';
  const start = Buffer.from(body.subarray(0, searchedBytes)).toString('latin1');
  const head = start.split(/<\/head\s*>/i, 1)[0] ?? '';
  const declared = [
    /charset\s*=\s*["']?([\w:.-]{1,40})/i.exec(header ?? '')?.[1],
    ...[...head.matchAll(/<meta\b[^>]{0,400}?charset\s*=\s*["']?\s*([\w:.-]{1,40})/gi)].map(
      ([, label]) => label,
    ),
    /^\s*<\?xml\b[^>]{0,200}?encoding\s*=\s*["']([\w:.-]{1,40})/i.exec(start)?.[1],
  ];
  return findEncoding(body, declared) ?? 'utf-8';
}
