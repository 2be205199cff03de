import { type AttachmentKind, attachmentMaxBytes } from '#domain/chat/attachments.ts';
import { type Message, message } from '#stores/browser/message.ts';

/** The kind of a chosen file, or why it cannot be attached. */
type FileCheck = { kind: AttachmentKind } | { problem: Message };

/** Enough to detect a format by its first bytes, and a text by its characters. */
const sampleBytes = 4_096;

/** Texts in Latin, Cyrillic, Greek, Semitic, Indic and East Asian letters. */
const letters =
  /^[\s\u0020-\u007e\u00a0-\u0e7f\u2010-\u2026\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff00-\uffef]+$/;

/** Tabs, line and page breaks, and the controls of terminals. */
const textControls = [0x07, 0x08, 0x09, 0x0a, 0x0c, 0x0d, 0x1b];

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

/** Whether the file may be a text in any encoding. The server reads all of it and decides. */
function isText(start: Uint8Array): boolean {
  if (start[0] === 0xff || start[0] === 0xfe || hasHalfZeros(start)) return true;
  return start.every((byte) => byte >= 0x20 || textControls.includes(byte)) || isWideText(start);
}

/** Whether it may be UTF-16 without a byte order mark in letters that are not Latin. */
function isWideText(start: Uint8Array): boolean {
  return ['utf-16le', 'utf-16be'].some((encoding) =>
    letters.test(new TextDecoder(encoding).decode(start, { stream: true })),
  );
}

/** Whether it may be UTF-16 without a byte order mark: Latin letters have a zero in every other byte only. */
function hasHalfZeros(start: Uint8Array): boolean {
  const zeros = (from: number) => start.filter((byte, index) => index % 2 === from && byte === 0);
  const [even, odd] = [zeros(0).length, zeros(1).length];
  return Math.min(even, odd) === 0 && Math.max(even, odd) > start.length / 8;
}
