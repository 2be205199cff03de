import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { qqPicturePath } from '#domain/site/sitePaths.ts';
import type { OperatorConfig } from '#server/config.ts';

const maxBytes = 1_000_000;

/**
 * Returns the operator's own files of a release by path; empty if none is configured. Throws an `Error` for the
 * operator when a file cannot be read, is larger than 1 MB, or is not a JPEG.
 */
export async function operatorFiles(
  operator: Pick<OperatorConfig, 'qqPicture'>,
): Promise<ReadonlyMap<string, Buffer>> {
  if (operator.qqPicture === undefined) return new Map();
  const content = await readPicture(resolve(operator.qqPicture));
  return new Map([[qqPicturePath, content]]);
}

async function readPicture(file: string): Promise<Buffer> {
  const content = await readAtMost(file, maxBytes + 1).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`QQ_PICTURE cannot be read: ${error.code ?? 'unknown error'} at ${file}`);
  });
  if (content.length > maxBytes) throw new Error(`QQ_PICTURE is over 1 MB: ${file}`);
  if (!isJpeg(content)) throw new Error(`QQ_PICTURE is no JPEG: ${file}`);
  return content;
}

/** Reads the beginning of a file without trusting its size: it may be a device or still grow. */
async function readAtMost(file: string, bytes: number): Promise<Buffer> {
  const handle = await open(file);
  try {
    const buffer = Buffer.alloc(bytes);
    let length = 0;
    for (;;) {
      const { bytesRead } = await handle.read(buffer, length, bytes - length);
      length += bytesRead;
      if (bytesRead === 0 || length === bytes) return buffer.subarray(0, length);
    }
  } finally {
    await handle.close();
  }
}

/**
 * Whether the file has segments of ITU-T T.81, B.1 from the start of an image to a frame with a size; a file with only
 * the name or first bytes of a JPEG does not.
 */
function isJpeg(content: Buffer): boolean {
  if (content.length < 4 || content.readUInt16BE(0) !== 0xff_d8) return false;
  for (let at = 2; at + 9 <= content.length;) {
    if (content[at] !== 0xff) return false;
    const marker = content[at + 1] ?? 0;
    // After the marker: length, precision, height, width.
    if (isFrame(marker))
      return content.readUInt16BE(at + 5) > 0 && content.readUInt16BE(at + 7) > 0;
    // A fill byte has no segment.
    at += marker === 0xff ? 1 : 2 + content.readUInt16BE(at + 2);
  }
  return false;
}

/** SOF0 to SOF15 without the tables with numbers between them. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}
