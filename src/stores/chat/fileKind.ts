import { type AttachmentKind, attachmentMaxBytes } from '#domain/attachments.ts';
import { type Message, message } from '#stores/browser/message.ts';

/** The kind of a chosen file, or why it cannot be attached. */
type FileCheck = { kind: AttachmentKind } | { problem: Message };

/** Enough to detect a format by its first bytes, and a text by its characters. */
const sampleBytes = 4_096;

/** Checks the size of a file and detects its kind by its content, not by its name. */
export async function checkFile(file: File): Promise<FileCheck> {
  // A dropped folder looks like a file until it is read.
  const start = await readStart(file);
  if (!start) return { problem: message('composer.refused.unreadable') };
  if (file.size === 0) return { problem: message('composer.refused.empty') };
  const kind = kindOf(start);
  if (!kind) {
    const reason = file.type.startsWith('image/') ? 'picture' : 'kind';
    return { problem: message(`composer.refused.${reason}`) };
  }
  const most = attachmentMaxBytes[kind];
  if (file.size <= most) return { kind };
  const values = { size: megabytes(file.size), most: megabytes(most) };
  return { problem: message('composer.refused.tooLarge', values) };
}

/** Rounds up, so that a file that is too large never seems to fit. */
function megabytes(bytes: number): number {
  return Math.ceil(bytes / 100_000) / 10;
}

async function readStart(file: File): Promise<Uint8Array | undefined> {
  try {
    return new Uint8Array(await file.slice(0, sampleBytes).arrayBuffer());
  } catch {
    return undefined;
  }
}

function kindOf(start: Uint8Array): AttachmentKind | undefined {
  const head = String.fromCharCode(...start.subarray(0, 12));
  const isPicture =
    head.startsWith('\u0089PNG\r\n') ||
    head.startsWith('\u00ff\u00d8\u00ff') ||
    head.startsWith('GIF8') ||
    (head.startsWith('RIFF') && head.endsWith('WEBP'));
  if (isPicture) return 'image';
  if (head.startsWith('%PDF-')) return 'pdf';
  return isText(start) ? 'text' : undefined;
}

/** Whether the file may be a text in UTF-8 or UTF-16. The server reads all of it and decides. */
function isText(start: Uint8Array): boolean {
  if (start[0] === 0xff || start[0] === 0xfe || hasHalfZeros(start)) return true;
  if (start.includes(0)) return false;
  try {
    // `stream`, because the sample may end in the middle of a character.
    new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Whether it may be UTF-16 without a byte order mark: Latin letters have a zero in every other byte only. */
function hasHalfZeros(start: Uint8Array): boolean {
  const zeros = (from: number) => start.filter((byte, index) => index % 2 === from && byte === 0);
  const [even, odd] = [zeros(0).length, zeros(1).length];
  return Math.min(even, odd) === 0 && Math.max(even, odd) > start.length / 8;
}
