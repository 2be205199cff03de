import { markedEncoding } from '#server/findEncoding.ts';
import { guessEncoding } from '#server/guessEncoding.ts';

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
  if (markedEncoding(head) !== undefined || isWide(head)) return true;
  if (head.every((byte) => (byte >= 0x20 && byte !== 0x7f) || isAllowed(byte))) return true;
  // UTF-16 without a mark whose letters are not Latin.
  const encoding = guessEncoding(head.subarray(0, head.length & ~1));
  return encoding?.startsWith('utf-16') === true;
}

/** Blanks, and the controls of terminals. */
function isAllowed(byte: number): boolean {
  return [0x07, 0x08, 0x09, 0x0a, 0x0c, 0x0d, 0x1b].includes(byte);
}

/** Whether the zero bytes of Latin letters are those of UTF-16 without a byte order mark. */
function isWide(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, detectedBytes);
  const zeros = [0, 0];
  head.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const many = Math.max(1, head.length / 8);
  return (odd > many && even === 0) || (even > many && odd === 0);
}
