/** Positions of the first and the last byte, both included. */
type ByteRange = { first: number; last: number };

/**
 * Parses a `Range` header for a file of `size` bytes. Returns `undefined` for the whole file, also for several ranges and a
 * malformed header (RFC 9110, 14.2), and `'none'` if the file has no such bytes.
 */
export function byteRangeOf(
  header: string | undefined,
  size: number,
): ByteRange | 'none' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? 'none' : { first: size - length, last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < first) return undefined;
  return first >= size ? 'none' : { first, last };
}
