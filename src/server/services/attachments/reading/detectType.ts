/** A type of file that can be attached; `text` is only probable. */
export type DetectedType = 'png' | 'jpeg' | 'webp' | 'gif' | 'pdf' | 'text';

/** The number of first bytes that identify the type of any file. */
export const detectedBytes = 512;

/** Detects the type of a file by its first `detectedBytes`, or all of it. Its name and declared type are ignored. */
export function detectType(head: Uint8Array): DetectedType | undefined {
  const start = Buffer.from(head.subarray(0, 16)).toString('latin1');
  if (start.startsWith('\u0089PNG\r\n\u001a\n')) return 'png';
  if (start.startsWith('\u00ff\u00d8\u00ff')) return 'jpeg';
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'gif';
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return 'webp';
  if (start.startsWith('%PDF-')) return 'pdf';
  return mayBeText(head) ? 'text' : undefined;
}

/** Whether the bytes may be the beginning of a text. Reading the whole file decides. */
function mayBeText(head: Uint8Array): boolean {
  if (wideEncoding(head) !== undefined) return true;
  return head.every((byte) => (byte >= 0x20 && byte !== 0x7f) || isBlank(byte));
}

function isBlank(byte: number): boolean {
  return byte === 0x09 || byte === 0x0a || byte === 0x0c || byte === 0x0d;
}

/** Detects UTF-16 by its byte order mark or, without one, by the positions of the zero bytes of Latin letters. */
export function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, detectedBytes);
  const zeros = [0, 0];
  head.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const many = Math.max(1, head.length / 8);
  if (odd > many && even === 0) return 'utf-16le';
  if (even > many && odd === 0) return 'utf-16be';
  return undefined;
}
