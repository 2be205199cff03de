/**
 * Returns an encoded path with its non-ASCII letters as they are. Browsers encode them again when they follow a link. A page
 * that shows the same text beside the link is smaller so, because the encoding is three times as long and compresses badly.
 */
export function readablePath(path: string): string {
  return path.replace(/(?:%[89A-F][\dA-F])+/g, (encoded) =>
    decodeURIComponent(encoded).replace(/[^\p{L}\p{N}\p{P}]/gu, encodeURIComponent),
  );
}
